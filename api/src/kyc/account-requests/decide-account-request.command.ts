import type { Approval } from '../../admin/approvals/guarded-commands.service.js';
import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { UpdateAccountRequestBody } from './account-request.dto.js';

/** Applies an admin's decision on an account request. Approval assigns the given number or a generated one (ACC-4). */
export class DecideAccountRequestCommand extends AdminCommand<IdempotentResponse<void>> {
  constructor(
    readonly requestId: string,
    readonly decision: UpdateAccountRequestBody,
    readonly adminId: string,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
    /** The approved proposal being carried out. Without one, a decision that needs a second admin is only proposed. */
    readonly approval?: Approval,
  ) {
    super();
  }
}
