import type { Approval } from '../approvals/guarded-commands.service.js';
import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';

/**
 * Deletes a user: sweeps the balance to unclaimed money and closes the account (ACC-9), erases personal data and keeps
 * every event (ADM-10).
 */
export class DeleteUserCommand extends AdminCommand<IdempotentResponse<void>> {
  constructor(
    readonly userId: string,
    /** The account revision that the admin saw, if the client sent it (ACC-16). */
    readonly expectedRevision: number | undefined,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
    /** The proposal being carried out. Without one, the policy decides whether to propose the deletion. */
    readonly approval?: Approval,
  ) {
    super();
  }
}
