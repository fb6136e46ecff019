import type { Sql } from '../../platform/database/sql.js';
import { trialBalanceAt } from '../reports/trial-balance.js';
import type { Checkpoint, TrialBalance } from './checkpoint.js';
import { MissingEventsError, rangeRootOf } from './merkle-tree-store.js';

/** What is not as a checkpoint says; nothing where the log is still the one that was signed. */
export interface CheckpointResult {
  readonly position: number;
  readonly problems: readonly string[];
}

/**
 * Checks a statement about the log against the log: hash, tree and trial balance at its position. `rootThere` is for
 * those who need the tree for something else too; it throws `MissingEventsError` where there is none.
 */
export async function checkCheckpoint(
  sql: Sql,
  checkpoint: Checkpoint,
  rootThere: () => Promise<Buffer> = () => rangeRootOf(sql)(0, checkpoint.position),
): Promise<CheckpointResult> {
  const { position } = checkpoint;
  const hash = await hashAt(sql, position);
  if (hash === null)
    return {
      position,
      problems: [`the log has no event ${position}: its tail was cut, or this is an older backup`],
    };
  const problems: string[] = [];
  if (!hash.equals(checkpoint.hash)) problems.push('another hash: what was before it was rewritten');
  if (!(await rootMatches(checkpoint.root, rootThere)))
    problems.push('another tree: an event before it was changed');
  problems.push(...balanceProblems(checkpoint.balance, await trialBalanceAt(sql, position)));
  return { position, problems };
}

async function hashAt(sql: Sql, position: number): Promise<Buffer | null> {
  const rows = await sql.query<{ hash: Buffer }>('select hash from ledger_event where position = $1', [
    position,
  ]);
  return rows[0]?.hash ?? null;
}

async function rootMatches(signed: Buffer, rootThere: () => Promise<Buffer>): Promise<boolean> {
  try {
    return (await rootThere()).equals(signed);
  } catch (error) {
    if (error instanceof MissingEventsError) return false;
    throw error;
  }
}

function balanceProblems(signed: TrialBalance, found: TrialBalance): string[] {
  return Object.entries(signed)
    .filter(([name, value]) => found[name as keyof TrialBalance] !== value)
    .map(
      ([name, value]) =>
        `${name} was signed as ${String(value)}, the tables say ${found[name as keyof TrialBalance]}`,
    );
}
