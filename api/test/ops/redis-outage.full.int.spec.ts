import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startRedisBank, type RedisBank } from './redis-bank.fixtures.js';
import { runOutageScenario } from './redis-outage.fixtures.js';
import { HAS_REDIS } from '../harness/index.js';

const OUTAGE_MS = 60_000;

(HAS_REDIS ? describe : describe.skip)(
  'an outage in which Redis hangs for a minute, is down for a minute and loses its data',
  () => {
    let bank: RedisBank;
    beforeAll(async () => {
      bank = await startRedisBank();
    });
    afterAll(() => bank.stop());

    it('leaves transfers and limits unaffected and delivers every mail once', async () => {
      await runOutageScenario(bank, OUTAGE_MS);
    }, 480_000);
  },
);
