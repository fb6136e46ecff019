import type { Sql } from '../../platform/database/sql.js';
import { ApprovalSignatureChecker, type LoggedKey } from './approval-signature-checker.js';
import { readGuardedEvents } from './guarded-events.js';

/** Returns the passkeys that can sign approvals as of a position, in log order (APR-34). */
export async function reportApprovalKeys(sql: Sql, upTo: number): Promise<readonly LoggedKey[]> {
  const checker = new ApprovalSignatureChecker(null);
  for await (const event of readGuardedEvents(sql, upTo)) await checker.check(event);
  return checker.keys;
}
