import type { Sql } from '../../platform/database/sql.js';
import { POLICY_STREAM } from '../domain/events.js';
import { readGuardedEvents } from './guarded-events.js';
import { ApprovalChecker, type ApprovalViolation } from './approval-checker.js';
import { ApprovalSignatureChecker } from './approval-signature-checker.js';
import type { FindingList } from './finding-list.js';

const SELECT_FIRST_POLICY = 'select position from ledger_event where stream = $1 and version = 1';

/** What was checked about the signatures of approvals (APR-30). */
export interface SignedApprovals {
  /** The number of approvals that needed a signature. */
  readonly count: number;
  /** Whether the auditor listed the passkeys to trust. */
  readonly areKeysListed: boolean;
}

/**
 * Checks each change since the bank's first approval policy against the policy in force at its position (APR-6). Also
 * checks the signatures of approvals (APR-33). Reads the events from PostgreSQL, so they must already have been
 * compared with the log. Returns null if no approval needed a signature and the current policy requires none.
 */
export async function checkApprovals(
  sql: Sql,
  { upTo, listedKeys }: { readonly upTo: number; readonly listedKeys: ReadonlySet<string> | null },
  findings: FindingList,
): Promise<SignedApprovals | null> {
  const policies = await sql.query(SELECT_FIRST_POLICY, [POLICY_STREAM]);
  if (policies.length === 0) return null;
  const add = (violation: ApprovalViolation): void => findings.add({ check: 'approvals', ...violation });
  const checker = new ApprovalChecker();
  const signatures = new ApprovalSignatureChecker(listedKeys);
  for await (const event of readGuardedEvents(sql, upTo)) {
    checker.check(event).forEach(add);
    const message = await signatures.check(event);
    if (message !== null) add({ position: event.position, message });
  }
  checker.finish().forEach(add);
  const { checked: count } = signatures;
  return count === null ? null : { count, areKeysListed: listedKeys !== null };
}
