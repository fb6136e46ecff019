import type { Sql } from '../../platform/database/sql.js';
import type { Checkpoint } from './checkpoint.js';
import { consistencyProof, isContinuation } from './merkle.js';
import { rangeRootOf } from './merkle-tree-store.js';

/** The difference between a checkpoint and a later one. */
export interface CheckpointDifference {
  /** Whether a consistency proof over the current log shows that the later checkpoint continues the earlier one. */
  readonly isContinuation: boolean;
  readonly events: readonly { readonly type: string; readonly count: number }[];
  readonly proof: readonly Buffer[];
}

/** Compares two checkpoints (AUD-13). `earlier` must not have a greater position than `later`. */
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
