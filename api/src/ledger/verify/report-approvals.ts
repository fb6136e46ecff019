import type { Sql } from '../../platform/database/sql.js';
import type { GuardedAction } from '../domain/guarded-action.js';
import { readGuardedEvents } from './guarded-events.js';
import { ApprovalChecker, type PermitBasis } from './approval-checker.js';

/**
 * A change that the approval policy covers, and who made it. `madeBy` and `proposedBy` are actors, such as
 * `user:<id>`.
 */
export interface GuardedLine {
  readonly position: number;
  readonly recordedAt: Date;
  readonly action: GuardedAction;
  readonly subjectId: string;
  /** In cents; zero for actions without an amount. */
  readonly amountCents: number;
  /** The admin who made the change. If the change was proposed, the admin who approved it. */
  readonly madeBy: string;
  readonly proposedBy: string | null;
  /** What permitted the change; null if nothing did, which `verify` reports. */
  readonly permittedBy: PermitBasis['kind'] | null;
}

export interface ApprovalsReport {
  /** In log order. */
  readonly lines: readonly GuardedLine[];
  /** Whether there are more lines: older ones, or newer ones if `from` was set. */
  readonly hasMore: boolean;
}

export interface ApprovalsOptions {
  readonly limit: number;
  /** The first position to include; null for the newest lines. */
  readonly from: number | null;
}

/** Lists the guarded changes up to a position, with who proposed and who approved each (APR-9). */
export async function reportApprovals(
  sql: Sql,
  upTo: number,
  { limit, from }: ApprovalsOptions,
): Promise<ApprovalsReport> {
  const checker = new ApprovalChecker();
  const lines: GuardedLine[] = [];
  let hasMore = false;
  for await (const event of readGuardedEvents(sql, upTo)) {
    checker.check(event);
    const judged = checker.lastChange;
    if (judged === null || event.position < (from ?? 0)) continue;
    hasMore ||= lines.length === limit;
    if (hasMore && from !== null) break;
    if (hasMore) lines.shift();
    const { change, basis } = judged;
    const { position, recordedAt, actor } = event;
    const proposedBy = basis?.kind === 'approval' ? basis.proposer : null;
    lines.push({
      position,
      recordedAt,
      ...change,
      madeBy: actor,
      proposedBy,
      permittedBy: basis?.kind ?? null,
    });
  }
  return { lines, hasMore };
}
