import type { Sql } from '../../platform/database/sql.js';
import { amountText } from '../reports/amount-text.js';
import { BALANCE_FIELDS, trialBalanceAt, type TrialBalance } from '../reports/trial-balance.js';
import type { Checkpoint } from './checkpoint.js';

/** The differences between a checkpoint and the log. `problems` is empty if the log still matches. */
export interface CheckpointResult {
  readonly position: number;
  readonly problems: readonly string[];
}

/** What a log has at a checkpoint's position. */
export interface ReachedLog {
  readonly hash: Buffer;
  /** Null if events are missing, so there is no tree. */
  readonly root: Buffer | null;
  /** Position of the first event that is missing or has a wrong hash, if this was checked. */
  readonly changedAt?: number | null;
}

/**
 * Compares a checkpoint with the log and returns the problems: a different hash, Merkle root or trial balance at the
 * checkpoint's position, or a changed event up to that position. The balance is computed from the tables. `reached` is
 * null if the log does not have this position.
 */
export async function checkpointProblems(
  sql: Sql,
  { position, hash, root, balance }: Checkpoint,
  reached: ReachedLog | null,
): Promise<string[]> {
  if (reached === null)
    return [`the log has no event ${position}: it was truncated, or this is an older backup`];
  const problems: string[] = [];
  if (!reached.hash.equals(hash)) problems.push('the hash differs: the log was rewritten');
  if (reached.root?.equals(root) !== true)
    problems.push('the Merkle root differs: an earlier event was changed or is missing');
  const { changedAt = null } = reached;
  if (changedAt !== null && changedAt <= position)
    problems.push(`event ${changedAt} is missing or doesn't match its hash: it was changed`);
  return [...problems, ...balanceProblems(balance, await trialBalanceAt(sql, position))];
}

/** Returns how a trial balance differs from a signed one. */
export function balanceProblems(
  signed: TrialBalance,
  current: TrialBalance,
  source: 'tables have' | 'log has' = 'tables have',
): string[] {
  return BALANCE_FIELDS.filter((name) => current[name] !== signed[name]).map((name) => {
    const [was, is] = [signed[name], current[name]].map(name === 'accounts' ? String : amountText);
    return `${FIELD_NAMES[name]} was signed as ${was}, but the ${source} ${is}`;
  });
}

const FIELD_NAMES: Readonly<Record<keyof TrialBalance, string>> = {
  accounts: "the number of customers' accounts",
  customersCents: "customers' money",
  heldCents: "customers' money on hold",
  settlementCents: 'the balance of settlement',
  feesCents: 'the balance of fees',
  adjustmentsCents: 'the balance of adjustments',
  unclaimedCents: 'the balance of unclaimed',
};
