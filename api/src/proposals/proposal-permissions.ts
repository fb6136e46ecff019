import { AppError } from '../http/app-error.js';
import { isPermitted, type Permission } from '../http/permissions.js';
import type { AuthenticatedUser } from '../http/request.js';
import type { GuardedAction } from '../ledger/approvals/ledger-approvals.service.js';

/** What an admin needs to decide a proposal: the permission for the change itself (SEC-40). */
const NEEDED: Readonly<Record<GuardedAction, Permission>> = {
  credit: 'payments:decide',
  incoming_payment: 'payments:decide',
  decision: 'payments:decide',
  reversal: 'payments:decide',
  balance_edit: 'balances:edit',
  deletion: 'customers:delete',
  account_number: 'requests:decide',
  policy: 'policy:edit',
};

/** @throws FORBIDDEN the role does not permit the change itself */
export function assertMayDecide({ role }: AuthenticatedUser, action: GuardedAction): void {
  if (!isPermitted(role, NEEDED[action])) throw new AppError('FORBIDDEN');
}
