import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { startRedisBank, type RedisBank } from './redis-bank.fixtures.js';
import { runOutageScenario } from './redis-outage.fixtures.js';
import { HAS_REDIS } from '../support/index.js';

const OUTAGE_MS = 5_000;

(HAS_REDIS ? describe : describe.skip)('Redis hangs, dies and is emptied under load', () => {
  let bank: RedisBank;
  beforeAll(async () => {
    bank = await startRedisBank();
  });
  afterAll(() => bank.stop());

  it('money goes on, the limits hold, and every mail arrives once [OPS-7]', async () => {
    await runOutageScenario(bank, OUTAGE_MS);
  }, 240_000);
});
