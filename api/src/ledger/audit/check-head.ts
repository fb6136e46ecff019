import type { Sql } from '../../platform/database/sql.js';
import { GENESIS_HASH } from '../log/hash-chain.js';
import type { EventLog, Head } from '../log/event-log.port.js';
import type { Finding } from './finding-list.js';
import type { LogFold, LogPosition } from './log-fold.js';

/** A head that an auditor kept elsewhere, with the root of the tree up to there where it is a checkpoint's. */
export interface ExpectedHead {
  readonly position: number;
  readonly hash: Buffer;
  readonly root?: Buffer;
}

/** The head of the log as it is kept beside it; null where even its row is gone. */
export async function readHeadRow(sql: Sql, log: EventLog): Promise<Head | null> {
  const rows = await sql.query('select 1 from ledger_head');
  return rows.length === 0 ? null : log.head(sql);
}

/** The head row has to be the last event of the log. */
export function checkHead(head: Head | null, last: LogPosition): Finding[] {
  if (head === null) return [{ check: 'head', position: last.position, what: 'the head row is missing' }];
  if (head.position !== last.position) {
    const what = `the head row stands at ${head.position}, the log ends at ${last.position}`;
    return [{ check: 'head', position: Math.min(head.position, last.position) + 1, what }];
  }
  const isSame = head.hash.equals(last.hash) && head.recordedAt.getTime() === last.recordedAt.getTime();
  if (isSame) return [];
  const what = 'hash or time of the head row are not those of the last event';
  return [{ check: 'head', position: head.position, what }];
}

/** The log has to have the kept hash at the kept position: the only way to see that its tail was cut. */
export async function checkExpectedHead(
  sql: Sql,
  expected: ExpectedHead,
  fold: Pick<LogFold, 'lastApplied' | 'roots'>,
): Promise<Finding[]> {
  return compareExpectedHead(expected, await hashAt(sql, expected.position), fold);
}

/** The same, for whoever knows the hash at that position; null where there is no such event. */
export function compareExpectedHead(
  { position, hash: wanted, root }: ExpectedHead,
  hash: Buffer | null,
  { lastApplied: last, roots }: Pick<LogFold, 'lastApplied' | 'roots'>,
): Finding[] {
  if (position > last.position) {
    const ends = `the log ends at ${last.position}, before the expected head ${position}`;
    const what = `${ends}: its tail was cut, or this is an older backup`;
    return [{ check: 'expected-head', position: last.position + 1, what }];
  }
  if ((position === 0 ? GENESIS_HASH : hash)?.equals(wanted) === true) {
    // The hash covers all events before it as well; the root is what proofs of single events rest on.
    if (root === undefined || roots.get(position)?.equals(root) === true) return [];
    return [{ check: 'expected-head', position, what: 'the tree up to there is not that of the checkpoint' }];
  }
  const what =
    hash === null
      ? 'the event of the expected head is missing'
      : `its hash is not that of the expected head, but ${hash.toString('hex')}`;
  return [{ check: 'expected-head', position, what }];
}

async function hashAt(sql: Sql, position: number): Promise<Buffer | null> {
  const rows = await sql.query<{ hash: Buffer }>('select hash from ledger_event where position = $1', [
    position,
  ]);
  return rows[0]?.hash ?? null;
}

/** The read tables have to stand where the log ends. */
export async function checkProjection(sql: Sql, last: LogPosition): Promise<Finding[]> {
  const rows = await sql.query<{ position: number }>(
    `select position from ledger_projection where name = 'read-tables'`,
  );
  const position = rows[0]?.position;
  if (position === last.position) return [];
  const what =
    position === undefined
      ? 'it is not recorded where the read tables stand'
      : `the read tables stand at ${position}, the log ends at ${last.position}`;
  return [{ check: 'projection', position: Math.min(position ?? 0, last.position) + 1, what }];
}
