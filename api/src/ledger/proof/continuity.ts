import type { Head } from '../log/event-log.port.js';
import { isChainedTo } from '../log/hash-chain.js';
import { postgresEventLog } from '../log/postgres-event-log.js';
import { hashAt } from '../log/read-events.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Checkpoint } from './checkpoint.js';
import { orNullIfMissing, rangeRootOf } from './merkle-tree-store.js';

/** What a signed statement says about the log up to its position. */
export type Baseline = Pick<Checkpoint, 'position' | 'hash' | 'root'>;

/** What was signed earlier. The log must continue it. */
export interface SignedPast {
  readonly baselines: readonly Baseline[];
  /** Whether the tables may lack the newest events, because the log is outside PostgreSQL. */
  readonly mayLag: boolean;
}

/** The log does not continue what was signed earlier. */
export interface Contradiction {
  /** The position of the signed statement that the log contradicts. */
  readonly position: number;
  readonly problem: string;
}

/** A checkpoint was not signed, because the log contradicts an earlier signed statement (LED-22). */
export class ContradictionError extends Error {
  constructor(readonly contradiction: Contradiction) {
    super(
      `the log contradicts what was signed at position ${contradiction.position}: ${contradiction.problem}`,
    );
    this.name = 'ContradictionError';
  }
}

/** The tables don't have the event at the position of an earlier checkpoint yet. */
export class TablesBehindError extends Error {
  override name = 'TablesBehindError';
}

/** Events per page. */
const PAGE = 1_000;

/**
 * Returns the first contradiction between the log and what was signed, or null. Compares only the end of the log and
 * the hashes at the signed positions, so it is fast enough to run every few seconds. `sql` must read from one
 * snapshot.
 */
export async function findObviousContradiction(
  sql: Sql,
  { baselines, mayLag }: SignedPast,
): Promise<Contradiction | null> {
  const head = await postgresEventLog.head(sql);
  for (const { position, hash } of baselines) {
    if (mayLag && head.position < position) continue;
    const problem = obviousProblem(head.position, position, hash, await hashAt(sql, position));
    if (problem !== null) return { position, problem };
  }
  return null;
}

/**
 * Proves that the log continues what was signed: compares the hash and the Merkle root at each baseline's position, and
 * rehashes the events from the newest baseline to the head. `sql` must read from one snapshot.
 *
 * @throws ContradictionError the log does not continue what was signed
 * @throws TablesBehindError the tables do not have the newest baseline's event yet
 */
export async function assertContinues(sql: Sql, past: SignedPast): Promise<void> {
  const newest = newestBaseline(past.baselines);
  if (newest === null) return;
  const obvious = await findObviousContradiction(sql, past);
  if (obvious !== null) throw new ContradictionError(obvious);
  const head = await postgresEventLog.head(sql);
  if (head.position < newest.position) {
    throw new TablesBehindError(
      `the tables are at ${head.position}, before the checkpoint at ${newest.position}`,
    );
  }
  const hidden = (await findOtherRoot(sql, past.baselines)) ?? (await findBrokenChain(sql, newest, head));
  if (hidden !== null) throw new ContradictionError(hidden);
}

function newestBaseline(baselines: readonly Baseline[]): Baseline | null {
  return baselines.toSorted((one, other) => one.position - other.position).at(-1) ?? null;
}

function obviousProblem(end: number, position: number, signed: Buffer, hash: Buffer | null): string | null {
  if (end < position) return `the log ends at ${end}: it was truncated, or this is an older backup`;
  if (hash === null) return 'the event at that position is missing';
  return hash.equals(signed)
    ? null
    : 'the event at that position has a different hash: the log was rewritten';
}

async function findOtherRoot(sql: Sql, baselines: readonly Baseline[]): Promise<Contradiction | null> {
  for (const { position, root } of baselines) {
    if (!(await orNullIfMissing(rangeRootOf(sql)(0, position)))?.equals(root))
      return {
        position,
        problem: 'the Merkle root differs: an earlier event is missing or its hash was changed',
      };
  }
  return null;
}

/** Rehashes the events after the newest baseline. */
async function findBrokenChain(sql: Sql, newest: Baseline, head: Head): Promise<Contradiction | null> {
  const brokenAt = (position: number): Contradiction => ({
    position: newest.position,
    problem: `event ${position} is missing or doesn't continue the hash chain`,
  });
  let { position, hash } = newest;
  while (position < head.position) {
    const page = await postgresEventLog.read(sql, position, PAGE);
    if (page.length === 0) return brokenAt(position + 1);
    for (const event of page) {
      if (event.position !== position + 1 || !isChainedTo(hash, event)) return brokenAt(position + 1);
      ({ position, hash } = event);
    }
  }
  return position === head.position && hash.equals(head.hash) ? null : brokenAt(head.position);
}
