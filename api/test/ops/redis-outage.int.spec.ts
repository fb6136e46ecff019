import { describe } from '@jest/globals';
import { startRedisBank } from './redis-bank.fixtures.js';
import { runOutageScenario } from './redis-outage.fixtures.js';
import { HAS_REDIS, use } from '../harness/index.js';
import { itNightly } from '../harness/nightly.js';

const OUTAGE_MS = 5_000;

(HAS_REDIS ? describe : describe.skip)('an outage in which Redis hangs, dies and loses its data', () => {
  const bank = use(startRedisBank, (bank) => bank.stop());

  itNightly(
    'affects neither transfers nor attempt limits, and neither loses nor repeats an email [OPS-7]',
    async () => {
      await runOutageScenario(bank, OUTAGE_MS);
    },
    240_000,
  );
});
