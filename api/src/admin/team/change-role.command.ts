import type { AdminRole } from '@moniker/common/admin-roles.js';
import type { Approval } from '../approvals/guarded-commands.service.js';
import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';

/** What a user may do in the panel: an admin who is disabled has a role and is no admin. */
export interface RoleState {
  readonly isAdmin: boolean;
  readonly adminRole: AdminRole | null;
}

/**
 * What an owner does to a member of the team. Only a grant names a role; the others concern the present one. `before` is
 * what an approved proposal is based on; older ones do not say it.
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
    /** The proposal that it carries out. Without one, the policy decides whether to propose it. */
    readonly approval?: Approval,
  ) {
    super();
  }
}
