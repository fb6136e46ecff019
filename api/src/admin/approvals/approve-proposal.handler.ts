import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { LedgerPayload } from './proposal-payload.dto.js';
import { AdminStanding } from './admin-standing.service.js';
import { ApprovalSignatures } from './approval-signatures.service.js';
import { isSameProposal } from './describe-proposal.js';
import { ProposalDetails } from './proposal-details.service.js';
import { adminIdOf, Proposals } from './proposals.service.js';
import { statusWord } from '../../events/words.js';
import { AdminCommandHandler, type CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { refusalError } from '../../http/refusal-error.js';
import {
  LedgerApprovals,
  POLICY_STREAM,
  proposalStream,
  type StreamVersion,
} from '../../ledger/approvals/ledger-approvals.service.js';
import type { Outcome, WriteRefusal } from '../../ledger/writer/submission.js';
import { ChangedTexts, refuseChangedTexts } from './changed-texts.service.js';
import { ApproveProposalCommand } from './approve-proposal.command.js';

/**
 * Maximum number of attempts. An attempt is repeated if an event about the proposer, the approver or the policy was
 * recorded in the meantime.
 */
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
    private readonly standing: AdminStanding,
    private readonly signatures: ApprovalSignatures,
    private readonly details: ProposalDetails,
    private readonly texts: ChangedTexts,
  ) {
    super();
  }

  protected override async targetOf({ proposal }: ApproveProposalCommand): Promise<CommandTarget> {
    return {
      customerId: proposal.customerId,
      recipientId: await this.proposals.recipientOf(proposal.proposalId),
    };
  }

  /**
   * @throws TEXTS_CHANGED the transaction's texts do not match its event (TRF-40)
   * @throws ALREADY_DECIDED someone has decided the proposal, or its transaction has changed since
   * @throws VALIDATION_FAILED the policy requires a signature that is missing
   * @throws FORBIDDEN the approver may no longer make the change
   * @throws PROPOSAL_OUTDATED the command would now do something different, the payment is not the one shown, or the
   *   proposer's role or access has changed
   */
  protected override async handle(command: ApproveProposalCommand): Promise<IdempotentResponse<void>> {
    const { proposalId } = command.proposal;
    await this.refuseChangedTexts(command.payload);
    await this.refuseOtherDetails(command.payload);
    const outcome = await this.submit(command);
    if (!outcome.ok) throw approvalError(outcome.refusal);
    await this.proposals.close(this.dataSource.manager, proposalId);
    return new IdempotentResponse(undefined, outcome.replayed);
  }

  /**
   * Submits the command on condition that the proposer's role, the approver's role and the policy haven't changed since
   * they were checked. A change to a role adds an event to that admin's stream, and a change to the policy adds one to
   * the policy's stream. So all three streams must still have the same versions (APR-20, APR-30).
   */
  private async submit({
    proposal,
    payload: { command, texts },
    context,
    idempotency,
  }: ApproveProposalCommand): Promise<Outcome> {
    const { proposalId, proposedBy } = proposal;
    const { action } = proposal.change;
    const approvedBy = adminIdOf(context);
    for (let attempt = 1; ; attempt += 1) {
      const streams = [`user:${approvedBy}`, `user:${proposedBy}`, POLICY_STREAM];
      const unchanged = await this.versionsOf(streams);
      this.signatures.assertSigned((await this.ledger.policy()).policy, proposal.signature);
      await this.standing.require({ proposalId, action, proposedBy, approvedBy });
      const submission = {
        command,
        context: { ...context, causationId: proposalStream(proposal.proposalId) },
        ...(texts && { texts }),
        ...(idempotency && { idempotency }),
      };
      const outcome = await this.ledger.submitApproved(proposal, submission, unchanged);
      const stale = !outcome.ok && outcome.refusal.code === 'STREAM_CHANGED' && outcome.refusal.stream;
      const isStale = unchanged.some(({ stream }) => stream === stale);
      if (!isStale || attempt === MAX_ATTEMPTS) return outcome;
    }
  }

  private versionsOf(streams: readonly string[]): Promise<StreamVersion[]> {
    return Promise.all(
      streams.map(async (stream) => ({ stream, version: await this.ledger.versionOf(stream) })),
    );
  }

  /**
   * Refuses a payment that no longer matches its description in the proposal (APR-22). The proposal's digest covers
   * that description.
   */
  private async refuseOtherDetails(payload: LedgerPayload): Promise<void> {
    if (payload.details === undefined || payload.command.type !== 'ReviewTransaction') return;
    const now = await this.details.of(payload);
    if (!isSameProposal(now, payload.details)) throw new AppError('PROPOSAL_OUTDATED');
  }

  private async refuseChangedTexts({ command }: LedgerPayload): Promise<void> {
    if (command.type !== 'ReviewTransaction' || command.status === null) return;
    const { transactionId, status } = command;
    refuseChangedTexts(transactionId, status, await this.texts.findChanged([transactionId]));
  }
}

/**
 * Returns the error for a refused approval. If something has changed since the proposal was made, there is no point in
 * approving it again, so the message says to reject the proposal.
 */
function approvalError(refusal: WriteRefusal): AppError {
  if (refusal.code === 'STREAM_CHANGED') return new AppError('ALREADY_DECIDED');
  if (refusal.code === 'ACCOUNT_CHANGED') {
    const message =
      'The account has changed since this proposal was made. Reject the proposal and make a new one';
    return new AppError(refusal.code, message);
  }
  if (refusal.code === 'REVISION_STALE') {
    const current = `Its status is ${statusWord(refusal.status)}. It was last changed on ${refusal.changedAt.toISOString()}`;
    const message = `The payment has changed since this proposal was made. ${current}. Reject the proposal`;
    return new AppError('ALREADY_DECIDED', message);
  }
  return refusalError(refusal);
}
