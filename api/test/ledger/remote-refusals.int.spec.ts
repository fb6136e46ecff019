import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import type { Submission } from '../../src/ledger/writer/submission.js';
import { createDatabase, query, type TestDatabase } from '../harness/database.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import {
  assertLedgerSound,
  balanceOf,
  credit,
  openFundedAccounts,
  receiptOf,
  storedEvents,
  submission,
} from './ledger.fixtures.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

describe('a writer whose log is outside PostgreSQL', () => {
  let database: TestDatabase;
  let log: InMemoryRemoteLog;
  const writers: LedgerWriter[] = [];

  beforeEach(async () => {
    database = await createDatabase();
    log = new InMemoryRemoteLog();
  });

  afterEach(async () => {
    await Promise.all(writers.splice(0).map((writer) => writer.close()));
    const events = await assertLedgerSound(database);
    expect(events.map(({ hash }) => hash.toString('hex'))).toEqual(
      log.events.map(({ hash }) => hash.toString('hex')),
    );
    await database.drop();
  });

  function writerWith(settleWithinMs = 5_000): LedgerWriter {
    const timings = { settleWithinMs, retryMs: 1, pollMs: 20, graceMs: 100 };
    const remote = { log: log.connect(), keySecret: Buffer.alloc(32, 7), timings };
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER, { remote });
    writers.push(writer);
    return writer;
  }

  function withTexts(accountId: string, cents: number, key: string): Submission {
    const transactionId = randomUUID();
    return {
      ...submission(credit(accountId, cents, transactionId), key),
      texts: { kind: 'new', transactionId, salt: 'salt', texts: { description: 'Rent' } },
    };
  }

  it('appends and projects events, and stores their texts', async () => {
    const writer = writerWith();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    const one = withTexts(accountId, 5_00, randomUUID());
    const receipt = receiptOf(await writer.submit(one));
    expect(await writer.submit(one)).toEqual({ ok: true, replayed: true, receipt });
    expect(await query(database.superUrl, 'select description from ledger_transaction_text')).toEqual([
      { description: 'Rent' },
    ]);
  });

  it.each(['request lost', 'reply lost'] as const)('settles an append despite a fault: %s', async (fault) => {
    const writer = writerWith();
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
    log.faults.push(fault, fault);
    const one = withTexts(accountId, 5_00, randomUUID());
    const receipt = receiptOf(await writer.submit(one));
    expect(await writer.submit(one)).toEqual({ ok: true, replayed: true, receipt });
    expect(await balanceOf(database, accountId)).toMatchObject({ posted: 105_00 });
  });

  it.each(['system\nadmin', 'system\0', '\ud800'])(
    'appends nothing that PostgreSQL would refuse: actor %j',
    async (actor) => {
      const writer = writerWith();
      const [accountId = ''] = await openFundedAccounts(writer, 1, 100_00);
      const refused = submission(credit(accountId, 1));
      const outcomes = await Promise.allSettled([
        writer.submit({ ...refused, context: { ...refused.context, actor } }),
        writer.submit(submission(credit(accountId, 5_00))),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      expect(await balanceOf(database, accountId)).toMatchObject({ posted: 105_00 });
    },
  );

  it('applies every credit exactly once if several writers append', async () => {
    const all = [writerWith(), writerWith(), writerWith()];
    const [accountId = ''] = await openFundedAccounts(writerWith(), 1, 1_00);
    log.latencyMs = 1;
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => all)
        .flat()
        .map((writer) => writer.submit(submission(credit(accountId, 1)))),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(30);
    expect(await balanceOf(database, accountId)).toMatchObject({ posted: 1_30 });
    expect(await storedEvents(database)).toHaveLength(32);
  });
});
