import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { credit, openFundedAccounts, receiptOf, submission, transfer } from './ledger.fixtures.js';
import { createDatabase, query, type TestDatabase } from '../support/index.js';

/** Enough batches for PostgreSQL to settle on one plan for each statement while the tables are still small. */
const BATCHES = 30;
const COMMANDS = 40;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});

afterAll(() => database.drop());

/** How often each table was read from end to end, by any connection that has closed. */
async function fullReads(): Promise<Record<string, number>> {
  const rows = await query<{ relname: string; seq_scan: string }>(
    database.superUrl,
    `select relname, seq_scan from pg_stat_user_tables
     where relname in ('ledger_account', 'ledger_transaction', 'ledger_idempotency_key', 'ledger_event')`,
  );
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

describe('the cost of a command', () => {
  it('does not grow with the bank: no look-up of the writer reads a whole table', async () => {
    const before = await fullReads();
    const writer = createLedgerWriter(database.appUrl);
    const [accountId = ''] = await openFundedAccounts(writer, 1, 100_000);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const commands = Array.from({ length: COMMANDS }, () => submission(credit(accountId, 1), randomUUID()));
      const outcomes = await Promise.all(commands.map((command) => writer.submit(command)));
      const [{ transactionId } = { transactionId: null }] = outcomes.map(receiptOf);
      await writer.submit(submission(transfer(accountId, 1)));
      await writer.submit(
        submission({
          type: 'ReviewTransaction',
          transactionId: transactionId ?? '',
          status: 'failed',
          notesDigest: null,
          shownAt: null,
        }),
      );
    }
    await writer.submit(submission({ type: 'CloseAccount', accountId }));
    await writer.close();
    expect(await fullReads()).toEqual(before);
  });

  it('finds the newest idempotency keys together: by the key, which begins with its time, before the actor', async () => {
    const [index] = await query<{ definition: string }>(
      database.superUrl,
      `select pg_get_indexdef('ledger_idempotency_key_pkey'::regclass) as definition`,
    );
    expect(index?.definition).toMatch(/\(key, actor\)$/);
  });

  it('does not rise while PostgreSQL looks after large tables: it reads few of their pages, in a short snapshot', async () => {
    const columns = await query<{ table: string; column: string }>(
      database.superUrl,
      `select attrelid::regclass::text as table, attname as column from pg_attribute
        where attnum > 0 and not attisdropped and attstattarget is distinct from 10 and attrelid = any(array[
          'ledger_event', 'ledger_entry', 'ledger_transaction_text', 'ledger_idempotency_key']::regclass[])`,
    );
    expect(columns).toEqual([]);
  });

  it('does not rise while it cleans the small ones: it does not wait to shorten them', async () => {
    const tables = await query<{ table: string }>(
      database.superUrl,
      `select relname as table from pg_class where 'vacuum_truncate=off' = any(reloptions) order by relname`,
    );
    expect(tables.map(({ table }) => table)).toEqual(['ledger_account', 'ledger_head', 'ledger_projection']);
  });
});
