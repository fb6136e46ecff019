import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { LedgerPayload } from './proposal-payload.dto.js';
import { assertMayDecide } from './proposals.service.js';
import { adminIdOf, Proposals } from './proposals.service.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { LedgerApprovals, proposalStream } from '../../ledger/approvals/ledger-approvals.service.js';
import type { Outcome } from '../../ledger/writer/submission.js';
import { ChangedTexts, refuseChangedTexts } from './changed-texts.service.js';
import { roleOf } from '../../identity/users/user.dto.js';
import { UsersService } from '../../identity/users/users.service.js';
import { ApproveProposalCommand } from './approve-proposal.command.js';

/** How often an approval is checked again because something about the approver was recorded in the meantime. */
const MAX_ATTEMPTS = 8;

@CommandHandler(ApproveProposalCommand)
export class ApproveProposalHandler
  extends AdminCommandHandler<ApproveProposalCommand>
  implements ICommandHandler<ApproveProposalCommand>
{
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerApprovals,
    private readonly proposals: Proposals,
    private readonly users: UsersService,
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
   * @throws FORBIDDEN the approver has lost the role that permits the change
   * @throws PROPOSAL_OUTDATED the command would do something else now
   */
  protected override async handle(command: ApproveProposalCommand): Promise<IdempotentResponse<void>> {
    const { proposalId } = command.proposal;
    await this.refuseChangedTexts(command.payload);
    const outcome = await this.submit(command);
    if (!outcome.ok && outcome.refusal.code === 'STREAM_CHANGED') throw new AppError('ALREADY_DECIDED');
    receiptOrThrow(outcome);
    await this.proposals.close(this.dataSource.manager, proposalId);
    return new IdempotentResponse(undefined, outcome.ok && outcome.replayed);
  }

  /**
   * Submits the command for the role that the approver has at that position: a change of the role in the meantime is an
   * event of the approver's stream.
   */
  private async submit({
    proposal,
    payload: { command, texts },
    context,
    idempotency,
  }: ApproveProposalCommand): Promise<Outcome> {
    const approverId = adminIdOf(context);
    const stream = `user:${approverId}`;
    for (let attempt = 1; ; attempt += 1) {
      const version = await this.ledger.versionOf(stream);
      assertMayDecide({ role: roleOf(await this.users.getById(approverId)) }, proposal.change.action);
      const submission = {
        command,
        context: { ...context, causationId: proposalStream(proposal.proposalId) },
        ...(texts && { texts }),
        ...(idempotency && { idempotency }),
      };
      const outcome = await this.ledger.submitApproved(proposal, submission, [{ stream, version }]);
      const isStale =
        !outcome.ok && outcome.refusal.code === 'STREAM_CHANGED' && outcome.refusal.stream === stream;
      if (!isStale || attempt === MAX_ATTEMPTS) return outcome;
    }
  }

  private async refuseChangedTexts({ command }: LedgerPayload): Promise<void> {
    if (command.type !== 'ReviewTransaction' || command.status === null) return;
    const { transactionId, status } = command;
    refuseChangedTexts(transactionId, status, await this.texts.findChanged([transactionId]));
  }
}
