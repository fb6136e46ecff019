import type { LedgerPayload } from './proposal-payload.dto.js';
import { AdminCommand } from '../../http/admin-command.js';
import type { ApprovedProposal } from '../../ledger/approvals/ledger-approvals.service.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';

/** Carries out a proposed ledger command. The approval is appended together with the command's events (APR-3). */
export class ApproveProposalCommand extends AdminCommand<IdempotentResponse<void>> {
  constructor(
    readonly proposal: ApprovedProposal & { readonly proposedBy: string },
    readonly payload: LedgerPayload,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
