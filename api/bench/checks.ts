import { postgresEventLog } from '../src/ledger/log/postgres-event-log.js';
import { eventHash } from '../src/ledger/log/hash-chain.js';
import type { Connection } from './connection.js';

/** The number of transfers that a contender has written, and the cents on hold for them. */
export interface WrittenTotals {
  readonly transfers: number;
  readonly heldCents: number;
}

/** The hashes of this many events at the end of the log are recomputed. */
const CHAIN_SAMPLE = 2_000;

/** A contender wrote something wrong. The benchmark fails. */
export class CorrectnessError extends Error {}

export async function readLedgerTotals(connection: Connection): Promise<WrittenTotals> {
  return connection.row<WrittenTotals>(`
    select (select count(*) from ledger_event where type = 'TransferRequested') as transfers,
      (select sum(held_cents) from ledger_account)::bigint as "heldCents"`);
}

export async function readBaselineTotals(connection: Connection): Promise<WrittenTotals> {
  return connection.row<WrittenTotals>(`
    select (select count(*) from baseline.transfer) as transfers,
      (select sum("heldCents") from baseline.account)::bigint as "heldCents"`);
}

/**
 * Asserts that a contender wrote exactly the acknowledged transfers during a measurement window, and that each put one
 * cent on hold.
 *
 * @throws CorrectnessError the number of transfers or of cents on hold is wrong
 */
export function assertWindowTotals(
  contender: string,
  before: WrittenTotals,
  after: WrittenTotals,
  transfers: number,
): void {
  assertEqual(`${contender}: transfers written`, after.transfers - before.transfers, transfers);
  assertEqual(`${contender}: cents held`, after.heldCents - before.heldCents, transfers);
}

/**
 * Asserts that the log has no gaps, and that the hashes of its last events match. Each transfer must have an entry, a
 * transaction, a text and an idempotency key. Each account's amount on hold must be the one in its last entry.
 *
 * @throws CorrectnessError something differs
 */
export async function assertLedger(connection: Connection): Promise<void> {
  const counts = await connection.row<Record<string, number>>(`
    select (select position from ledger_head) as head, (select position from ledger_projection) as projection,
      (select count(*) from ledger_event) as events,
      (select count(*) from ledger_event where type = 'TransferRequested') as transfers,
      (select count(*) from ledger_entry where hold_cents > 0) as entries,
      (select count(*) from ledger_transaction where kind = 'transfer') as transactions,
      (select count(*) from ledger_transaction_text text join ledger_transaction using (transaction_id)
        where kind = 'transfer') as texts,
      (select count(*) from ledger_idempotency_key) as keys,
      (select count(*) from ledger_account account where held_cents <> coalesce((select held_after_cents
        from ledger_entry entry where entry.account_id = account.account_id
        order by position desc limit 1), 0)) as "wrongBalances"`);
  assertEqual('events up to the head', counts['events'], counts['head']);
  assertEqual('position of the projection', counts['projection'], counts['head']);
  for (const table of ['entries', 'transactions', 'texts', 'keys']) {
    assertEqual(`${table} of transfers`, counts[table], counts['transfers']);
  }
  assertEqual('balances that differ from their last entry', counts['wrongBalances'], 0);
  await assertChain(connection, counts['head'] ?? 0);
}

/** Asserts that the ceiling's tables contain the staged events, texts and accounts (`ceiling-contender.ts`). */
export async function assertCeiling(connection: Connection, transfers: number): Promise<void> {
  const counts = await connection.row<Record<string, number>>(`
    select (select count(*) from staging.ledger_event) as staged,
      (select count(*) from ceiling.ledger_event join staging.ledger_event using (position, hash)) as events,
      (select count(*) from ceiling.ledger_transaction_text join staging.ledger_transaction_text
        using (transaction_id, salt)) as texts,
      (select count(*) from (table staging.ledger_account except table ceiling.ledger_account) as difference)
        as "wrongAccounts"`);
  assertEqual('ceiling: events staged', counts['staged'], transfers);
  assertEqual('ceiling: events written', counts['events'], transfers);
  assertEqual('ceiling: texts written', counts['texts'], transfers);
  assertEqual('ceiling: accounts that differ', counts['wrongAccounts'], 0);
}

async function assertChain(connection: Connection, head: number): Promise<void> {
  const sql = { query: connection.rows.bind(connection) };
  const first = Math.max(head - CHAIN_SAMPLE, 0);
  const events = await postgresEventLog.read(sql, first, CHAIN_SAMPLE);
  events.forEach((event, index) => {
    const previous = events[index - 1];
    if (previous === undefined) return;
    assertEqual('position in the chain', event.position, previous.position + 1);
    if (!eventHash(previous.hash, event).equals(event.hash)) {
      throw new CorrectnessError(
        `the hash of event ${event.position} does not match its content and the previous hash`,
      );
    }
  });
}

function assertEqual(subject: string, actual: number | undefined, expected: number | undefined): void {
  if (actual !== expected)
    throw new CorrectnessError(`${subject}: expected ${expected ?? 'none'}, got ${actual ?? 'none'}`);
}
