import type { Sql } from '../../platform/database/sql.js';
import { EMPTY_ROOT, leafHash, nodeHash, type RangeRoot, merkleRoot, splitPoint } from './merkle.js';

/** Children per subtree. The children of a level-1 subtree are events. */
const FAN_OUT = 256;
/** Maximum number of subtrees stored per call to `growTree`, so that the subtrees of a long log are stored in steps. */
const MAX_SUBTREES_PER_RUN = 200;

/**
 * Stores the roots of completed subtrees of 256, 65,536, … events. Not part of the write path. Any number of processes
 * can call this at the same time, because the roots are deterministic. Returns the number of added subtrees; zero means
 * that all are stored.
 */
export async function growTree(sql: Sql): Promise<number> {
  let added = 0;
  for (let level = 1; added < MAX_SUBTREES_PER_RUN; level += 1) {
    const below = level === 1 ? await eventCount(sql) : await subtreeCount(sql, level - 1);
    const stored = await subtreeCount(sql, level);
    const end = Math.min(Math.floor(below / FAN_OUT), stored + MAX_SUBTREES_PER_RUN - added);
    for (let place = stored; place < end; place += 1) {
      const hash = merkleRoot(await readChildren(sql, level, place));
      await sql.query(
        'insert into ledger_merkle_subtree (level, place, hash) values ($1, $2, $3) on conflict do nothing',
        [level, place, hash],
      );
      added += 1;
    }
    if (below < FAN_OUT) break;
  }
  return added;
}

/**
 * Returns a function that finds the roots of ranges of the current tree. Missing subtrees are computed from the events.
 */
export function rangeRootOf(sql: Sql): RangeRoot {
  const rangeRoot = async (start: number, end: number): Promise<Buffer> => {
    const size = end - start;
    if (size <= 0) return EMPTY_ROOT;
    const isWholeSubtree = Number.isInteger(Math.log2(size)) && start % size === 0;
    if (isWholeSubtree) return wholeSubtree(sql, start, size);
    const middle = start + splitPoint(size);
    return nodeHash(await rangeRoot(start, middle), await rangeRoot(middle, end));
  };
  return rangeRoot;
}

/** Returns the root over `size` leaves from `start`. `size` must be a power of two that divides `start`. */
async function wholeSubtree(sql: Sql, start: number, size: number): Promise<Buffer> {
  let level = 0;
  let each = 1;
  while (each * FAN_OUT <= size) [level, each] = [level + 1, each * FAN_OUT];
  return merkleRoot(await readNodes(sql, level, start / each, size / each));
}

/** Returns `count` adjacent nodes of a level, starting with node `first`. Level 0 is the leaves. */
async function readNodes(sql: Sql, level: number, first: number, count: number): Promise<Buffer[]> {
  if (level === 0) return readLeaves(sql, first, count);
  const rows = await sql.query<{ hash: Buffer }>(
    'select hash from ledger_merkle_subtree where level = $1 and place >= $2 and place < $3 order by place',
    [level, first, first + count],
  );
  const nodes = rows.map(({ hash }) => hash);
  // Subtrees are stored from left to right, so only the last ones can be missing.
  for (let place = first + nodes.length; place < first + count; place += 1) {
    nodes.push(merkleRoot(await readChildren(sql, level, place)));
  }
  return nodes;
}

function readChildren(sql: Sql, level: number, place: number): Promise<Buffer[]> {
  return readNodes(sql, level - 1, place * FAN_OUT, FAN_OUT);
}

async function readLeaves(sql: Sql, first: number, count: number): Promise<Buffer[]> {
  const rows = await sql.query<{ hash: Buffer }>(
    'select hash from ledger_event where position > $1 and position <= $2 order by position',
    [first, first + count],
  );
  if (rows.length !== count) throw new MissingEventsError(first + 1, first + count);
  return rows.map(({ hash }) => leafHash(hash));
}

/** Events are missing from the log, so the tree cannot be computed. */
class MissingEventsError extends Error {
  constructor(from: number, to: number) {
    super(
      from === to
        ? `Event ${from} is missing from the log.`
        : `Events are missing from the log between positions ${from} and ${to}.`,
    );
    this.name = 'MissingEventsError';
  }
}

/** Returns the result of `work`, or null if events are missing. */
export async function orNullIfMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MissingEventsError) return null;
    throw error;
  }
}

async function eventCount(sql: Sql): Promise<number> {
  const rows = await sql.query<{ position: number }>('select position from ledger_head');
  return rows[0]?.position ?? 0;
}

async function subtreeCount(sql: Sql, level: number): Promise<number> {
  const rows = await sql.query<{ count: number }>(
    'select coalesce(max(place) + 1, 0) as count from ledger_merkle_subtree where level = $1',
    [level],
  );
  return rows[0]?.count ?? 0;
}
