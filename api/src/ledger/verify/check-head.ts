import type { Sql } from '../../platform/database/sql.js';
import { GENESIS_HASH } from '../log/hash-chain.js';
import type { Head } from '../log/event-log.port.js';
import type { Finding } from './finding-list.js';
import type { LogPosition } from '../log/event-log.port.js';
import { balanceProblems } from '../proof/check-checkpoint.js';
import type { TrialBalance } from '../reports/trial-balance.js';
import type { LogFold } from './log-fold.js';

/**
 * A head that was kept outside the database. A checkpoint also has the Merkle root and trial balance at its position,
 * and the time it was taken.
 */
export interface ExpectedHead {
  readonly position: number;
  readonly hash: Buffer;
  readonly root?: Buffer;
  readonly balance?: TrialBalance;
  readonly takenAt?: Date | undefined;
}

/** Checks that the head row matches the last event of the log. */
export function checkHead(head: Head | null, last: LogPosition): Finding[] {
  if (head === null) return [{ check: 'head', position: last.position, message: 'the head row is missing' }];
  if (head.position !== last.position) {
    const message = `the head row is at position ${head.position}, but the log ends at ${last.position}`;
    return [{ check: 'head', position: Math.min(head.position, last.position) + 1, message }];
  }
  const isSame = head.hash.equals(last.hash) && head.recordedAt.getTime() === last.recordedAt.getTime();
  if (isSame) return [];
  const message = 'the hash or time of the head row differs from the last event';
  return [{ check: 'head', position: head.position, message }];
}

/**
 * Compares an expected head with the log: the hash, and a checkpoint's root and trial balance. `hash` is the log's hash
 * at the head's position, or null if the log has no event there.
 */
export function compareExpectedHead(
  { position, hash: expectedHash, root, balance, takenAt }: ExpectedHead,
  hash: Buffer | null,
  { lastRead: last, statements }: Pick<LogFold, 'lastRead' | 'statements'>,
): Finding[] {
  const expected = `the ${takenAt === undefined ? 'expected head' : 'checkpoint'} at ${position}`;
  if (position > last.position) {
    const ends = `the log ends at ${last.position}, before ${expected}`;
    const message = `${ends}: it was truncated, or this is an older backup or export`;
    return [{ check: 'expected-head', position: last.position + 1, message }];
  }
  if ((position === 0 ? GENESIS_HASH : hash)?.equals(expectedHash) === true) {
    // The hash covers all earlier events, but proofs of single events rest on the root, so the root is compared too.
    const inLog = statements.get(position);
    if (root !== undefined && inLog?.root.equals(root) !== true)
      return [mismatch(position, `the Merkle root isn't that of ${expected}`)];
    if (balance === undefined || !inLog?.balance) return [];
    return balanceProblems(balance, inLog.balance, 'log has').map((message) => ({
      ...{ check: 'expected-head', position, message },
    }));
  }
  const message =
    hash === null
      ? `the event of ${expected} is missing`
      : `the event's hash is ${hash.toString('hex')}, not that of ${expected}`;
  return [mismatch(position, message)];
}

/** Reports that the log has a different event at an expected head's position, or was changed before that position. */
function mismatch(position: number, message: string): Finding {
  return { check: 'expected-head', position, from: position, message };
}

/**
 * Compares expected heads in order of position. If several in a row differ, only the first is reported: it shows
 * between which positions the log was changed. `after` is a position up to which the log is trusted.
 */
export async function checkExpectedHeads<Head extends ExpectedHead>(
  heads: readonly Head[],
  after: number,
  check: (head: Head) => Promise<Finding[]> | Finding[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  let good = after;
  let isChanged = false;
  for (const head of heads.toSorted((one, other) => one.position - other.position)) {
    const found = await check(head);
    if (found.length > 0 && !isChanged) findings.push(...found.map((one) => withInterval(one, good, head)));
    isChanged = found.length > 0;
    if (!isChanged) good = Math.max(good, head.position);
  }
  return findings;
}

/**
 * Adds the interval that contains the first change. The interval starts after the last correct head, because a mismatch
 * may be due to any event since then.
 */
function withInterval(finding: Finding, good: number, { position }: ExpectedHead): Finding {
  if (finding.from === undefined || position <= good + 1) return finding;
  const message = `${finding.message}. The first change is between positions ${good + 1} and ${position}`;
  return { ...finding, from: good + 1, message };
}

/** Checks that the read tables' projection position is the end of the log. */
export async function checkProjection(sql: Sql, last: LogPosition): Promise<Finding[]> {
  const rows = await sql.query<{ position: number }>(
    `select position from ledger_projection where name = 'read-tables'`,
  );
  const position = rows[0]?.position;
  if (position === last.position) return [];
  const message =
    position === undefined
      ? 'the position of the read tables is missing'
      : `the read tables are at position ${position}, but the log ends at ${last.position}`;
  return [{ check: 'projection', position: Math.min(position ?? 0, last.position) + 1, message }];
}
