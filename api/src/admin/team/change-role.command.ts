import type { AdminRole } from '@moniker/common/admin-roles.js';
import type { Approval } from '../approvals/guarded-commands.service.js';
import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';

/** What a user may do in the panel. A disabled admin keeps `adminRole`, but `isAdmin` is false. */
export interface RoleState {
  readonly isAdmin: boolean;
  readonly adminRole: AdminRole | null;
}

/**
 * An owner's change to a team member. Only a grant names a role; the other changes concern the current role. `before`
 * is the state that an approved proposal is based on; older proposals lack it.
 */
export type RequestedRoleChange = { readonly reason: string; readonly before?: RoleState } & (
  | { readonly kind: 'granted'; readonly role: AdminRole }
  | { readonly kind: 'revoked' | 'disabled' | 'enabled' }
);

/** Grants or revokes a role, or disables or enables an admin (SEC-42). */
export class ChangeRoleCommand extends AdminCommand<IdempotentResponse<void>> {
  constructor(
    readonly userId: string,
    readonly change: RequestedRoleChange,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
    /** The proposal being carried out. Without one, the policy decides whether to propose the change. */
    readonly approval?: Approval,
  ) {
    super();
  }
}
