import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { credit, openFundedAccounts, receiptOf, submission, transfer } from './ledger.fixtures.js';
import { query, useDatabase } from '../harness/index.js';
import { TEST_SIGNER } from '../harness/writer-key.js';

/** Enough batches for PostgreSQL to choose generic plans while the tables are still small. */
const BATCHES = 30;
const COMMANDS = 40;

const database = useDatabase();

/** Counts sequential scans by table. The counts are complete only after all connections are closed. */
async function sequentialScans(): Promise<Record<string, number>> {
  const rows = await query<{ relname: string; seq_scan: string }>(
    database.superUrl,
    `select relname, seq_scan from pg_stat_user_tables
     where relname in ('ledger_account', 'ledger_transaction', 'ledger_idempotency_key', 'ledger_event')`,
  );
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}

describe('the cost of a command', () => {
  it('does not grow with the tables: the writer never scans a whole table', async () => {
    const before = await sequentialScans();
    const writer = createLedgerWriter(database.appUrl, TEST_SIGNER);
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
    expect(await sequentialScans()).toEqual(before);
  });

  it('stays low with many idempotency keys, because their index is sorted by key before actor', async () => {
    const [index] = await query<{ definition: string }>(
      database.superUrl,
      `select pg_get_indexdef('ledger_idempotency_key_pkey'::regclass) as definition`,
    );
    expect(index?.definition).toMatch(/\(key, actor\)$/);
  });

  it('does not rise during analyze, which samples only a few pages of large tables', async () => {
    const columns = await query<{ table: string; column: string }>(
      database.superUrl,
      `select attrelid::regclass::text as table, attname as column from pg_attribute
        where attnum > 0 and not attisdropped and attstattarget is distinct from 10 and attrelid = any(array[
          'ledger_event', 'ledger_entry', 'ledger_transaction_text', 'ledger_idempotency_key']::regclass[])
        or attstattarget is distinct from 10 and attrelid in (select indexrelid from pg_index
          where indexprs is not null and indkey[attnum - 1] = 0 and indrelid = 'ledger_event'::regclass)`,
    );
    expect(columns).toEqual([]);
  });

  it('does not rise during vacuum, which does not truncate tables that change often', async () => {
    const tables = await query<{ table: string }>(
      database.superUrl,
      `select relname as table from pg_class where 'vacuum_truncate=off' = any(reloptions) order by relname`,
    );
    expect(tables.map(({ table }) => table)).toEqual(['ledger_account', 'ledger_head', 'ledger_projection']);
  });
});
