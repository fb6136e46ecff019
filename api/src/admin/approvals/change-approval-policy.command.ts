import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { ApprovalPolicyDto, ChangeApprovalPolicyBody } from './approval-policy.dto.js';

/** Changes the approval policy, subject to the policy itself (APR-5). */
export class ChangeApprovalPolicyCommand extends AdminCommand<IdempotentResponse<ApprovalPolicyDto>> {
  constructor(
    readonly change: ChangeApprovalPolicyBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
