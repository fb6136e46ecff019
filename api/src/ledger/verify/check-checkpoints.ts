import type { AuditedLog } from '../log/audited-log.js';
import { balanceProblems, type CheckpointResult } from '../proof/check-checkpoint.js';
import type { Checkpoint } from '../proof/checkpoint.js';
import { MerkleAccumulator } from '../proof/merkle-accumulator.js';
import { trialBalanceAt } from '../reports/trial-balance.js';
import type { Sql } from '../../platform/database/sql.js';
import { wholeLog } from './replay.js';

/** What a log has at the position of a checkpoint. */
interface Reached {
  readonly hash: Buffer;
  readonly root: Buffer;
  /** The first event up to there that is missing or does not have its hash, or null. */
  readonly changedAt: number | null;
}

/**
 * Compares checkpoints with the log, reading every event up to the last one: an event that was changed is noticed even if
 * all stored hashes are as they were (AUD-24). The trial balance comes from the tables.
 */
export async function checkCheckpoints(
  sql: Sql,
  log: AuditedLog,
  checkpoints: readonly Checkpoint[],
): Promise<CheckpointResult[]> {
  const reached = await readTo(log, new Set(checkpoints.map(({ position }) => position)));
  const results: CheckpointResult[] = [];
  for (const checkpoint of checkpoints) {
    const found = reached.get(checkpoint.position);
    const problems = found === undefined ? [TRUNCATED(checkpoint)] : problemsOf(checkpoint, found);
    if (found !== undefined) {
      const balance = await trialBalanceAt(sql, checkpoint.position);
      problems.push(...balanceProblems(checkpoint.balance, balance));
    }
    results.push({ position: checkpoint.position, problems });
  }
  return results;
}

async function readTo(log: AuditedLog, positions: ReadonlySet<number>): Promise<Map<number, Reached>> {
  const reached = new Map<number, Reached>();
  const tree = new MerkleAccumulator();
  let changedAt: number | null = null;
  let last = 0;
  for await (const page of wholeLog(log, Math.max(0, ...positions))) {
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

function problemsOf({ position, hash, root }: Checkpoint, found: Reached): string[] {
  const problems: string[] = [];
  if (!found.hash.equals(hash)) problems.push('the hash differs: the log was rewritten');
  if (!found.root.equals(root)) problems.push('the Merkle root differs: an earlier event was changed');
  if (found.changedAt !== null && found.changedAt <= position)
    problems.push(`event ${found.changedAt} is missing or does not have its hash: it was changed`);
  return problems;
}

const TRUNCATED = ({ position }: Checkpoint): string =>
  `the log has no event ${position}: it was truncated, or this is an older backup`;
