import type { Sql } from '../../platform/database/sql.js';
import { UnusableLogError } from './check-remote-log.js';
import type { Head } from './event-log.port.js';

/**
 * The head of PostgreSQL's tables, with its fence. The fence closes the log in PostgreSQL while another engine has it.
 */
export interface FencedHead extends Head {
  /** Null while the log is in PostgreSQL. Otherwise the log is in another engine, at least up to this position. */
  readonly fence: number | null;
}

/** Reads the head and its fence. Returns null if the row is missing. */
export async function readFencedHead(sql: Sql): Promise<FencedHead | null> {
  const [head] = await sql.query<FencedHead>(SELECT_HEAD);
  return head ?? null;
}

/**
 * Closes the ledger's log in PostgreSQL at its head, so that a log in another engine can continue it. Waits for writers
 * that have locked the head. Later appends fail with `LogFencedError`.
 */
export async function fenceHead(sql: Sql): Promise<void> {
  await sql.query('update ledger_head set fence = position where fence is null');
}

/** Reopens the ledger's log in PostgreSQL. Run it in a transaction that has locked the head. */
export async function liftFence(sql: Sql): Promise<void> {
  await sql.query('update ledger_head set fence = null');
}

/**
 * Checks that the ledger's log in PostgreSQL is open, so events can be appended to it (LED-28).
 *
 * @throws UnusableLogError the log is in another engine
 */
export async function assertLogIsHere(sql: Sql): Promise<void> {
  const head = await readFencedHead(sql);
  if (head === null || head.fence === null) return;
  throw new UnusableLogError(
    `the log of this database is in KurrentDB, at least up to position ${head.fence}. Set LEDGER_LOG=kurrentdb, ` +
      'or move it back with "ledger copy --from kurrentdb --to postgres --cut-over"',
  );
}

/**
 * Checks that the ledger's log in PostgreSQL is closed or empty, so a log in another engine can continue it (LED-28).
 *
 * @throws UnusableLogError the log in PostgreSQL has events but no fence
 */
export async function assertLogIsElsewhere(sql: Sql): Promise<void> {
  const head = await readFencedHead(sql);
  if (head === null || head.position === 0 || head.fence !== null) return;
  throw new UnusableLogError(
    `the log of this database is in PostgreSQL, at position ${head.position}. Set LEDGER_LOG=postgres, ` +
      'or move it with "ledger copy --from postgres --to kurrentdb --cut-over"',
  );
}

const SELECT_HEAD = 'select position, hash, recorded_at as "recordedAt", fence from ledger_head';
