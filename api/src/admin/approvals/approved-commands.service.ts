import { Injectable } from '@nestjs/common';
import { DecideAccountRequestCommand } from '../../kyc/account-requests/decide-account-request.command.js';
import type { UpdateAccountRequestBody } from '../../kyc/account-requests/account-request.dto.js';
import { DeleteUserCommand } from '../users/delete-user.command.js';
import { digestOf, parsePayload, type RowsPayload } from './proposal-payload.dto.js';
import { adminIdOf, changeOf, type ProposalEntity, Proposals } from './proposals.service.js';
import { AppError } from '../../http/app-error.js';
import type { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import { ChangeRoleCommand, type RequestedRoleChange, type RoleState } from '../team/change-role.command.js';
import { LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { ApproveProposalCommand } from './approve-proposal.command.js';

interface ApprovalRequest {
  readonly id: string;
  /** The digest of what the admin saw. */
  readonly digest: string;
  readonly context: CommandContext;
  readonly idempotency: IdempotencyKey | undefined;
}

/** Turns an approved proposal into the command that carries it out. */
@Injectable()
export class ApprovedCommands {
  constructor(
    private readonly proposals: Proposals,
    private readonly ledger: LedgerApprovals,
  ) {}

  /**
   * @throws OWN_PROPOSAL the admin proposed it
   * @throws ALREADY_DECIDED the proposal is closed
   * @throws PROPOSAL_OUTDATED the admin saw something else, or what is stored differs from what was proposed
   */
  async commandFor(request: ApprovalRequest): Promise<AdminCommand<IdempotentResponse<void>>> {
    const proposal = await this.proposals.get(request.id);
    if (proposal.proposedBy === adminIdOf(request.context)) throw new AppError('OWN_PROPOSAL');
    const text = proposal.payload;
    if (text === null) throw new AppError('ALREADY_DECIDED');
    await this.assertAsProposed(proposal, text, request.digest);
    const payload = parsePayload(text);
    if (payload.kind === 'rows') return commandOfRows(proposal, payload, request);
    const { id: proposalId, digest, customerId } = proposal;
    const approved = { proposalId, digest, customerId, change: changeOf(proposal) };
    return new ApproveProposalCommand(approved, payload, request.context, request.idempotency);
  }

  /** Compares the row with what the admin saw and with what the log says was proposed, and by whom. */
  private async assertAsProposed(proposal: ProposalEntity, payload: string, seen: string): Promise<void> {
    const { id, digest, proposedBy } = proposal;
    const isSame =
      seen === digest &&
      digestOf(changeOf(proposal), payload) === digest &&
      (await this.ledger.isProposedInLog(id, digest, proposedBy));
    if (!isSame) throw new AppError('PROPOSAL_OUTDATED');
  }
}

/** The row's action names the feature that carries it out. */
function commandOfRows(
  { id: proposalId, action, digest, subjectId }: ProposalEntity,
  { request }: RowsPayload,
  { context, idempotency }: ApprovalRequest,
): AdminCommand<IdempotentResponse<void>> {
  const approval = { proposalId, digest };
  if (action === 'deletion') {
    const revision = request['expectedRevision'] as number;
    return new DeleteUserCommand(subjectId, revision, context, idempotency, approval);
  }
  if (action === 'role') {
    const change = request['decision'] as RequestedRoleChange;
    const before = request['before'] as RoleState | undefined;
    const basedOn = before === undefined ? {} : { before };
    return new ChangeRoleCommand(subjectId, { ...change, ...basedOn }, context, idempotency, approval);
  }
  const decision = request['decision'] as UpdateAccountRequestBody;
  const adminId = adminIdOf(context);
  return new DecideAccountRequestCommand(subjectId, decision, adminId, context, idempotency, approval);
}
