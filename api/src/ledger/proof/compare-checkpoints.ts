import type { Sql } from '../../platform/database/sql.js';
import type { Checkpoint } from './checkpoint.js';
import { consistencyProof, isContinuation } from './merkle.js';
import { rangeRootOf } from './merkle-tree-store.js';

/** How the ledger got from one checkpoint to a later one. */
export interface CheckpointDifference {
  /** Whether the later one is a continuation of the earlier one, by a proof over the log as it is now. */
  readonly isContinuation: boolean;
  readonly events: readonly { readonly type: string; readonly count: number }[];
  readonly proof: readonly Buffer[];
}

/** Compares two checkpoints, of which `earlier` is not the later one. */
export async function compareCheckpoints(
  sql: Sql,
  earlier: Checkpoint,
  later: Checkpoint,
): Promise<CheckpointDifference> {
  const proof = await consistencyProof(earlier.position, later.position, rangeRootOf(sql));
  const events = await sql.query<{ type: string; count: number }>(
    `select type, count(*) as count from ledger_event where position > $1 and position <= $2
      group by type order by count desc, type`,
    [earlier.position, later.position],
  );
  const asTree = ({ position, root }: Checkpoint) => ({ size: position, root });
  return { isContinuation: isContinuation(asTree(earlier), asTree(later), proof), events, proof };
}
