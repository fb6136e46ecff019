import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { LedgerPayload } from '../approvals/proposal-payload.dto.js';
import { Proposals } from '../approvals/proposals.service.js';
import { AdminCommandHandler, type CommandTarget } from '../http/admin-command.js';
import { AppError } from '../http/app-error.js';
import { IdempotentResponse } from '../http/idempotency.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { LedgerApprovals, proposalStream } from '../ledger/approvals/ledger-approvals.service.js';
import { ChangedTexts, refuseChangedTexts } from '../transactions/changed-texts.service.js';
import { TransactionQueries } from '../transactions/transaction-queries.service.js';
import { ApproveProposalCommand } from './approve-proposal.command.js';

@CommandHandler(ApproveProposalCommand)
export class ApproveProposalHandler
  extends AdminCommandHandler<ApproveProposalCommand>
  implements ICommandHandler<ApproveProposalCommand>
{
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerApprovals,
    private readonly proposals: Proposals,
    private readonly transactions: TransactionQueries,
    private readonly texts: ChangedTexts,
  ) {
    super();
  }

  protected override targetOf({ proposal }: ApproveProposalCommand): CommandTarget {
    return { customerId: proposal.customerId };
  }

  /**
   * @throws TEXTS_CHANGED the texts of the transaction to pay are not those of its event (TRF-40)
   * @throws ALREADY_DECIDED somebody has decided the proposal, or its transaction has changed since
   * @throws PROPOSAL_OUTDATED the command would do something else now
   */
  protected override async handle({
    proposal,
    payload,
    context,
    idempotency,
  }: ApproveProposalCommand): Promise<IdempotentResponse<void>> {
    const { proposalId } = proposal;
    await this.refuseChangedTexts(payload);
    const { command, texts } = payload;
    const outcome = await this.ledger.submitApproved(proposal, {
      command,
      context: { ...context, causationId: proposalStream(proposalId) },
      ...(texts && { texts }),
      ...(idempotency && { idempotency }),
    });
    if (!outcome.ok && outcome.refusal.code === 'STREAM_CHANGED') throw new AppError('ALREADY_DECIDED');
    receiptOrThrow(outcome);
    await this.proposals.close(this.dataSource.manager, proposalId);
    return new IdempotentResponse(undefined, outcome.ok && outcome.replayed);
  }

  private async refuseChangedTexts({ command }: LedgerPayload): Promise<void> {
    if (command.type !== 'ReviewTransaction' || command.status === null) return;
    const { transactionId, status } = command;
    const before = await this.transactions.getById(transactionId);
    const changed = await this.texts.findChanged([transactionId]);
    refuseChangedTexts({ before, customerId: before.accountId }, { status }, changed);
  }
}
