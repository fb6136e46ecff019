import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { blockedGuesser, throttledGuesser } from '../identity/limits.fixtures.js';
import { requestTransfer, countByStatus } from '../payments/money.fixtures.js';
import { waitForDelivery, expectEachMailOnce, queuedMails, type RedisBank } from './redis-bank.fixtures.js';
import { expectSoundLedger, type HttpClient, type HttpResponse, waitFor } from '../harness/index.js';

const TRANSFER_INTERVAL_MS = 250;
/** A transfer takes longer than this only if it waits for Redis, not because the machine is busy. */
const SLOW_MS = 5_000;

interface Load {
  responseCount(): number;
  /** Stops the load. Returns the number of responses by status, the slowest response time, and the transfers' ids. */
  stop(): Promise<{ statuses: Record<number, number>; slowestMs: number; ids: string[] }>;
}

/** Sends transfers of one dollar, one after another, a few per second. */
function startLoad(client: HttpClient): Load {
  const responses: (HttpResponse<{ id: string }> & { ms: number })[] = [];
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const started = Date.now();
      const response = await requestTransfer(client, { amount: 1 }, randomUUID());
      responses.push({ ...response, ms: Date.now() - started });
      await pause(TRANSFER_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    responseCount: () => responses.length,
    stop: async () => {
      stopping.abort();
      await running;
      const slowestMs = Math.max(...responses.map(({ ms }) => ms));
      return { statuses: countByStatus(responses), slowestMs, ids: responses.map(({ body }) => body.id) };
    },
  };
}

/**
 * Sends transfers steadily while Redis hangs for `outageMs`, then is down for `outageMs`, and then loses all its data
 * while mail is queued. Asserts that transfers and attempt limits are unaffected and that every email arrives exactly
 * once.
 */
export async function runOutageScenario(bank: RedisBank, outageMs: number): Promise<void> {
  const worker = await bank.startWorker();
  const guesser = await blockedGuesser(bank);
  const load = startLoad(bank.alice);
  const waitForMoreTransfers = (): Promise<unknown> => {
    const before = load.responseCount();
    return waitFor(() => load.responseCount() > before + 3, { what: 'more transfers' });
  };
  await waitForMoreTransfers();

  bank.redis.freeze();
  await waitDuringOutage(bank, outageMs);
  await guesser.expectRefused();
  bank.redis.thaw();
  await waitForMoreTransfers();

  await bank.redis.kill9();
  await waitDuringOutage(bank, outageMs);
  await guesser.expectRefused();
  await bank.redis.restart();
  await waitForMoreTransfers();

  bank.gate.close();
  await waitFor(async () => (await queuedMails(bank.database)).length > 2, {
    what: 'mail in the queue',
  });
  await bank.store.loseJobs();
  await guesser.expectRefused();
  await bank.gate.open();
  await waitForMoreTransfers();

  const { statuses, slowestMs, ids } = await load.stop();
  expect(statuses).toEqual({ 201: ids.length });
  expect(slowestMs).toBeLessThan(SLOW_MS);
  await waitForDelivery(bank);
  await expectEachMailOnce(bank);
  const texts = (await bank.mail.messages()).map(({ text }) => text).join('\n');
  expect(ids.filter((id) => !texts.includes(id))).toEqual([]);
  await guesser.expectRefused();
  await expectSoundLedger(bank);
  expect(worker.output()).not.toContain(new URL(bank.redis.url).password);
}

/** Waits until the outage has lasted `outageMs`. Asserts that a new guesser is limited in the meantime. */
async function waitDuringOutage(bank: RedisBank, outageMs: number): Promise<void> {
  const over = pause(outageMs);
  await throttledGuesser(bank);
  await over;
}
