import type { Sql } from '../../platform/database/sql.js';
import type { AuditedLog } from '../log/audited-log.js';
import { trialBalanceAt } from '../reports/trial-balance.js';
import type { TrialBalance } from '../reports/trial-balance.js';
import type { Checkpoint } from './checkpoint.js';
import { MissingEventsError, rangeRootOf } from './merkle-tree-store.js';

/** The differences between a checkpoint and the log. `problems` is empty if the log still matches. */
export interface CheckpointResult {
  readonly position: number;
  readonly problems: readonly string[];
}

/**
 * Compares a checkpoint with the log: hash, Merkle root and trial balance at its position. The tree and the balance come
 * from the tables. `computeRoot` lets a caller that needs the tree anyway supply the root; it throws `MissingEventsError`
 * if events are missing.
 */
export async function checkCheckpoint(
  sql: Sql,
  log: Pick<AuditedLog, 'hashAt'>,
  checkpoint: Checkpoint,
  computeRoot: () => Promise<Buffer> = () => rangeRootOf(sql)(0, checkpoint.position),
): Promise<CheckpointResult> {
  const { position } = checkpoint;
  const hash = await log.hashAt(position);
  if (hash === null)
    return {
      position,
      problems: [`the log has no event ${position}: it was truncated, or this is an older backup`],
    };
  const problems: string[] = [];
  if (!hash.equals(checkpoint.hash)) problems.push('the hash differs: the log was rewritten');
  if (!(await rootMatches(checkpoint.root, computeRoot)))
    problems.push('the Merkle root differs: an earlier event was changed');
  problems.push(...balanceProblems(checkpoint.balance, await trialBalanceAt(sql, position)));
  return { position, problems };
}

async function rootMatches(signed: Buffer, computeRoot: () => Promise<Buffer>): Promise<boolean> {
  try {
    return (await computeRoot()).equals(signed);
  } catch (error) {
    if (error instanceof MissingEventsError) return false;
    throw error;
  }
}

/** Returns how a trial balance differs from a signed one. */
export function balanceProblems(
  signed: TrialBalance,
  current: TrialBalance,
  source: 'tables have' | 'log has' = 'tables have',
): string[] {
  return Object.entries(signed)
    .filter(([name, value]) => current[name as keyof TrialBalance] !== value)
    .map(
      ([name, value]) =>
        `${name} was signed as ${String(value)}, but the ${source} ${current[name as keyof TrialBalance]}`,
    );
}
