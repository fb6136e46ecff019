import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { createDataSource } from '../../src/platform/database/data-source.js';
import { startApiProcessWithOperationsPort } from '../ops/operations.fixtures.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import { createDatabase, createDemoDatabase, signIn, waitFor, useDatabase } from '../harness/index.js';
import { ROOT } from '../harness/paths.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import { openAccount, receiptOf, storedEvents, submission } from './ledger.fixtures.js';

const AHEAD_MS = 400 * 86_400_000;
const WRONG = { name: 'ClockSkewError' };

const database = useDatabase();

afterEach(() => {
  jest.useRealTimers();
});

/** Shifts the time that `Date` returns, and fakes no timers. */
function setClock(aheadMs: number): void {
  const doNotFake = ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'clearTimeout'] as const;
  const others = ['clearImmediate', 'clearInterval', 'queueMicrotask', 'performance', 'hrtime'] as const;
  jest.useFakeTimers({ now: Date.now() + aheadMs, doNotFake: [...doNotFake, ...others] });
}

const newAccount = () => submission(openAccount(randomUUID()));

describe('a writer with a wrong clock', () => {
  it.each([
    ['ahead', AHEAD_MS],
    ['behind', -AHEAD_MS],
  ])('writes nothing if the clock is 400 days %s [LED-23]', async (_, aheadMs) => {
    const dataSource = await createDataSource(database.appUrl, 2).initialize();
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { dataSource });
    try {
      receiptOf(await writer.submit(newAccount()));
      const before = await storedEvents(database);
      setClock(aheadMs);

      await expect(writer.submit(newAccount())).rejects.toMatchObject(WRONG);
      const { command, context } = newAccount();
      if (command.type !== 'OpenAccount') throw new Error('unexpected command');
      const withRows = writer.transaction((_manager, submit) => submit({ command, context }));
      await expect(withRows).rejects.toMatchObject(WRONG);

      expect(await storedEvents(database)).toEqual(before);
      jest.useRealTimers();
      receiptOf(await writer.submit(newAccount()));
    } finally {
      await writer.close();
      await dataSource.destroy();
    }
  });

  it('appends nothing to a log outside PostgreSQL [LED-23]', async () => {
    const other = await createDatabase();
    const log = new InMemoryRemoteLog();
    const remote = { log: log.connect(), keySecret: Buffer.alloc(32, 1) };
    const writer = createLedgerWriter(other.appUrl, TEST_SIGNER, { remote });
    setClock(AHEAD_MS);
    try {
      await expect(writer.submit(newAccount())).rejects.toMatchObject(WRONG);
      expect(log.events).toEqual([]);
    } finally {
      await writer.close();
      await other.drop();
    }
  });

  it('can record a time in the past if its clock is injected, as when the demo data is created', async () => {
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, {
      now: () => new Date('2020-01-01T00:00:00Z'),
    });
    try {
      receiptOf(await writer.submit(newAccount()));
    } finally {
      await writer.close();
    }
  });
});

describe('an API with a wrong clock', () => {
  it('answers transfers with 503, is not ready, and recovers once the clock is right [LED-23, OPS-2]', async () => {
    const bank = await createDemoDatabase();
    const preload = pathToFileURL(path.join(ROOT, 'api/test/harness/shiftable-clock.mjs')).href;
    const api = await startApiProcessWithOperationsPort({
      database: bank,
      env: { NODE_OPTIONS: `--import ${preload}` },
    });
    try {
      const alice = await signIn(api.baseUrl, 'alice');
      const send = () =>
        alice.post('/api/transfer/request', {
          ...{ amount: 1, recipientName: 'A', recipientAccount: '1', recipientRouting: '021000021' },
          purpose: 'x',
        });
      expect((await send()).status).toBe(201);
      const events = await storedEvents(bank);
      api.process.kill('SIGUSR2');

      await waitFor(async () => (await send()).status === 503, { what: 'a refused transfer' });

      expect(await send()).toMatchObject({ status: 503, body: { code: 'CLOCK_WRONG' } });
      expect((await fetch(`${api.operationsUrl}/readyz`)).status).toBe(503);
      const last = (await storedEvents(bank)).at(-1);
      expect(last?.recorded_at.getTime()).toBeLessThan(Date.now() + 1_000);
      expect(events.length).toBeGreaterThan(0);
      api.process.kill('SIGUSR2');
      await waitFor(async () => (await send()).status === 201, { what: 'an accepted transfer' });
    } finally {
      await api.stop();
      await bank.drop();
    }
  });
});
