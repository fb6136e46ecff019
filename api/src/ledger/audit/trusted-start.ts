import type { Sql } from '../../platform/database/sql.js';
import { checkCheckpoint } from '../proof/check-checkpoint.js';
import type { Checkpoint } from '../proof/checkpoint.js';
import { MerkleAccumulator } from '../proof/merkle-accumulator.js';
import { rangeRootOf } from '../proof/merkle-tree-store.js';
import type { Finding } from './finding-list.js';
import type { FoldStart } from './log-fold.js';

/** Where a fold goes on from a checkpoint; or why nothing can rest on it. */
export interface TrustedStart {
  readonly start: FoldStart;
  readonly findings: readonly Finding[];
}

/**
 * Whether the log still begins as a trusted checkpoint says, as far as that shows without reading all of it: hash,
 * tree and trial balance at its position, and as many events as positions. `sql` is in one snapshot.
 */
export async function trustedStart(sql: Sql, checkpoint: Checkpoint): Promise<TrustedStart> {
  const { position, hash, recordedAt } = checkpoint;
  let tree = new MerkleAccumulator();
  const { problems } = await checkCheckpoint(sql, checkpoint, async () => {
    tree = await MerkleAccumulator.of(position, rangeRootOf(sql));
    return tree.root();
  });
  const findings = problems.map((what): Finding => ({ check: 'expected-head', position, what }));
  findings.push(...(await checkEventCount(sql, position)));
  return { start: { after: { position, hash, recordedAt }, tree }, findings };
}

async function checkEventCount(sql: Sql, position: number): Promise<Finding[]> {
  const [found] = await sql.query<{ count: number }>(
    'select count(*) as count from ledger_event where position <= $1',
    [position],
  );
  const count = found?.count ?? 0;
  if (count === position) return [];
  const what = `there are ${count} events up to position ${position}`;
  return [{ check: 'positions', position: await firstGap(sql, position), what }];
}

/** The first position that is missing; where there are too many events, one of those that cannot be. */
async function firstGap(sql: Sql, position: number): Promise<number | null> {
  const [gap] = await sql.query<{ position: number }>(
    `select place as position from (
      select position, row_number() over (order by position) as place from ledger_event where position <= $1
    ) as event where position <> place order by position limit 1`,
    [position],
  );
  return gap?.position ?? null;
}
