import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { TransactionStatus } from '@moniker/common/transactions.js';
import { withLedgerAudit } from '../../src/ledger/audit/ledger-audit.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import type { LedgerWriter } from '../../src/ledger/writer/ledger-writer.service.js';
import { createDatabase, type TestDatabase } from '../harness/database.js';
import { InMemoryRemoteLog } from '../harness/in-memory-remote-log.js';
import { TEST_SIGNER } from '../harness/writer-key.js';
import {
  assertLedgerSound,
  balanceOf,
  openFundedAccounts,
  receiptOf,
  submission,
  transfer,
} from './ledger.fixtures.js';

const QUICK = { settleWithinMs: 20_000, retryMs: 5, pollMs: 20 };
const START = 2_000_00;
const [AMOUNT, NET] = [100_00, 98_00];

let database: TestDatabase;
let dataSource: DataSource;
let writers: LedgerWriter[];

beforeEach(async () => {
  database = await createDatabase();
  dataSource = new DataSource({ type: 'postgres', url: database.appUrl, poolSize: 4 });
  await dataSource.initialize();
  writers = [];
});

afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.close()));
  await dataSource.destroy();
  await database.drop();
});

function openWriters(engine: 'PostgreSQL' | 'a remote log'): [LedgerWriter, LedgerWriter] {
  const remote = new InMemoryRemoteLog();
  const open = () => {
    const log = { log: remote.connect(), keySecret: randomBytes(32), timings: QUICK };
    const options = engine === 'PostgreSQL' ? null : log;
    return createLedgerWriter(database.appUrl, TEST_SIGNER, { dataSource, remote: options });
  };
  const opened: [LedgerWriter, LedgerWriter] = [open(), open()];
  writers = opened;
  return opened;
}

async function request(writer: LedgerWriter, from: string, to: string): Promise<string> {
  const recipient = { accountId: to, paymentId: randomUUID() };
  const { transactionId } = receiptOf(
    await writer.submit(submission({ ...transfer(from, AMOUNT), recipient })),
  );
  return transactionId ?? '';
}

function setStatus(writer: LedgerWriter, transactionId: string, status: TransactionStatus) {
  return writer.submit(
    submission({ type: 'ReviewTransaction', transactionId, status, notesDigest: null, shownAt: null }),
  );
}

describe.each(['PostgreSQL', 'a remote log'] as const)('with the log in %s', (engine) => {
  it('each transfer is paid once if transfers in both directions complete concurrently [TRF-62]', async () => {
    const [one, other] = openWriters(engine);
    const [alice = '', bob = ''] = await openFundedAccounts(one, 2, START);
    const sent = await Promise.all(Array.from({ length: 8 }, () => request(one, alice, bob)));
    const back = await Promise.all(Array.from({ length: 3 }, () => request(other, bob, alice)));
    const completed = await Promise.all(
      [...sent, ...back].map((id, index) => setStatus(index % 2 === 0 ? one : other, id, 'completed')),
    );
    completed.forEach(receiptOf);
    expect(await balanceOf(database, alice)).toEqual({ posted: START - 8 * AMOUNT + 3 * NET, held: 0 });
    expect(await balanceOf(database, bob)).toEqual({ posted: START - 3 * AMOUNT + 8 * NET, held: 0 });

    // Two writers decide and reverse the same transfers concurrently. Each transfer and its payment must both agree
    // with the last decision.
    await Promise.all(
      sent.flatMap((id) => [
        setStatus(one, id, 'failed'),
        setStatus(other, id, 'completed'),
        setStatus(one, id, 'pending'),
      ]),
    );
    await Promise.all(sent.map((id) => setStatus(other, id, 'failed')));
    expect(await balanceOf(database, alice)).toEqual({ posted: START + 3 * NET, held: 0 });
    expect(await balanceOf(database, bob)).toEqual({ posted: START - 3 * AMOUNT, held: 0 });
    await assertLedgerSound(database);
    const verified = await withLedgerAudit(database.auditorUrl, (audit) => audit.verify({}));
    expect(verified.findings).toEqual([]);
  });
});
