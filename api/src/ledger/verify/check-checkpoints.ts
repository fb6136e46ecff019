import type { AuditedLog } from '../log/audited-log.js';
import { checkpointProblems, type CheckpointResult, type ReachedLog } from '../proof/check-checkpoint.js';
import type { Checkpoint } from '../proof/checkpoint.js';
import { MerkleAccumulator } from '../proof/merkle-accumulator.js';
import type { Sql } from '../../platform/database/sql.js';
import { readLogAfter } from './replay.js';

/**
 * Compares checkpoints with the log. Reads every event up to the last checkpoint, so a changed event is noticed even if
 * all stored hashes are unchanged (AUD-24). Each checkpoint's trial balance is compared with one computed from the
 * tables.
 */
export async function checkCheckpoints(
  sql: Sql,
  log: AuditedLog,
  checkpoints: readonly Checkpoint[],
): Promise<CheckpointResult[]> {
  const reached = await readTo(log, new Set(checkpoints.map(({ position }) => position)));
  const results: CheckpointResult[] = [];
  for (const checkpoint of checkpoints) {
    const { position } = checkpoint;
    const problems = await checkpointProblems(sql, checkpoint, reached.get(position) ?? null);
    results.push({ position, problems });
  }
  return results;
}

async function readTo(log: AuditedLog, positions: ReadonlySet<number>): Promise<Map<number, ReachedLog>> {
  const reached = new Map<number, ReachedLog>();
  const tree = new MerkleAccumulator();
  let changedAt: number | null = null;
  let last = 0;
  for await (const page of readLogAfter(log, undefined, Math.max(0, ...positions))) {
    for (const { position, hash, isChained } of page) {
      if (position !== last + 1 || !isChained) changedAt ??= Math.min(position, last + 1);
      last = position;
      tree.add(hash);
      if (positions.has(position))
        reached.set(position, { hash: Buffer.from(hash), root: tree.root(), changedAt });
    }
  }
  return reached;
}
