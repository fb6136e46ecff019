import { describe, it } from '@jest/globals';
import { startRedisBank } from './redis-bank.fixtures.js';
import { runOutageScenario } from './redis-outage.fixtures.js';
import { HAS_REDIS, use } from '../harness/index.js';

const OUTAGE_MS = 60_000;

(HAS_REDIS ? describe : describe.skip)(
  'an outage in which Redis hangs for a minute, is down for a minute and loses its data',
  () => {
    const bank = use(startRedisBank, (bank) => bank.stop());

    it('affects neither transfers nor attempt limits, and neither loses nor repeats an email', async () => {
      await runOutageScenario(bank, OUTAGE_MS);
    }, 480_000);
  },
);
