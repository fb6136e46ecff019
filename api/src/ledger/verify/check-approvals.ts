import type { Sql } from '../../platform/database/sql.js';
import { POLICY_STREAM } from '../domain/events.js';
import { readGuardedEvents } from './guarded-events.js';
import { ApprovalChecker, type ApprovalViolation } from './approval-checker.js';
import type { Finding } from './finding-list.js';

const SELECT_FIRST_POLICY = 'select position from ledger_event where stream = $1 and version = 1';

/**
 * Checks the changes since the bank's first approval policy against the policy in force at their position (APR-6). It
 * reads the events in PostgreSQL, which `verify` has compared with the log.
 */
export async function checkApprovals(sql: Sql, upTo: number): Promise<Finding[]> {
  const policies = await sql.query(SELECT_FIRST_POLICY, [POLICY_STREAM]);
  if (policies.length === 0) return [];
  const checker = new ApprovalChecker();
  const violations: ApprovalViolation[] = [];
  for await (const event of readGuardedEvents(sql, upTo)) violations.push(...checker.check(event));
  violations.push(...checker.finish());
  return violations.map((violation) => ({ check: 'approvals', ...violation }));
}
