import type { AdminRole } from '@moniker/common/admin-roles.js';
import { isPermitted, type Permission } from '../../http/permissions.js';
import { AppError } from '../../http/app-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { GUARDED_ACTIONS, type GuardedAction } from '../../ledger/approvals/ledger-approvals.service.js';

/** The permission an admin needs to decide a proposal: the one for the change itself (SEC-40). */
const NEEDED: Readonly<Record<GuardedAction, Permission>> = {
  credit: 'payments:decide',
  incoming_payment: 'payments:decide',
  decision: 'payments:decide',
  reversal: 'payments:decide',
  shown_date: 'payments:decide',
  balance_edit: 'balances:edit',
  deletion: 'customers:delete',
  account_number: 'requests:decide',
  account_number_removal: 'requests:decide',
  role: 'team:manage',
  policy: 'policy:edit',
};

/** The customer paid by the transfer in proposal `p` (TRF-64); null for any other proposal. */
export const PROPOSED_RECIPIENT = `(select t.recipient_id from ledger_transaction t where t.transaction_id =
    case when p.action in ('decision', 'reversal') then p.subject_id::uuid end)`;

/** Whether a role permits an action, and therefore decisions on proposals for it. */
export function mayDecide(role: AdminRole | null, action: GuardedAction): boolean {
  return isPermitted(role, NEEDED[action]);
}

/** Returns the actions whose proposals a role may decide. */
export function decidableActions(role: AdminRole | null): GuardedAction[] {
  return GUARDED_ACTIONS.filter((action) => mayDecide(role, action));
}

/** @throws FORBIDDEN the role does not permit the action */
export function assertMayDecide({ role }: Pick<AuthenticatedUser, 'role'>, action: GuardedAction): void {
  if (!mayDecide(role, action)) throw new AppError('FORBIDDEN');
}
