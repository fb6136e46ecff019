import { Injectable } from '@nestjs/common';
import type { Approval } from './guarded-commands.service.js';
import { digestOf, parsePayload, type RowsPayload } from './proposal-payload.dto.js';
import { adminIdOf, changeOf, type ProposalEntity, Proposals } from './proposals.service.js';
import { AppError } from '../../http/app-error.js';
import { createValidationPipe } from '../../http/validation.pipe.js';
import type { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import { type GuardedAction, LedgerApprovals } from '../../ledger/approvals/ledger-approvals.service.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { CredentialSource } from '../../identity/attempts/credential-gate.service.js';
import type { PasskeyProofBody } from '../../identity/factors/factor.dto.js';
import { ApprovalSignatures } from './approval-signatures.service.js';
import { ApproveProposalCommand } from './approve-proposal.command.js';

type ApprovableCommand = AdminCommand<IdempotentResponse<void>>;

/**
 * Builds the command that carries out an approved change to table rows. Uses `parse` to validate what the proposing
 * handler stored.
 */
type CommandOfRows = (rows: ApprovedRows) => Promise<ApprovableCommand>;

/** An approved change to table rows. */
export interface ApprovedRows {
  readonly subjectId: string;
  /** What the proposing handler stored. Read it with `parse`. */
  readonly request: RowsPayload['request'];
  readonly approval: Approval;
  readonly context: CommandContext;
  readonly idempotency: IdempotencyKey | undefined;
}

interface ApprovalRequest {
  readonly id: string;
  /** The digest of what the admin saw. */
  readonly digest: string;
  /** The signature made with the admin's passkey. */
  readonly proof: PasskeyProofBody | undefined;
  readonly source: CredentialSource;
  readonly context: CommandContext;
  readonly idempotency: IdempotencyKey | undefined;
}

/**
 * Turns an approved proposal into the command that carries it out. Handlers of commands that change table rows
 * register how to build those commands.
 */
@Injectable()
export class ApprovedCommands {
  private readonly commandsOfRows = new Map<GuardedAction, CommandOfRows>();
  private readonly pipe = createValidationPipe();

  constructor(
    private readonly proposals: Proposals,
    private readonly ledger: LedgerApprovals,
    private readonly signatures: ApprovalSignatures,
  ) {}

  /** Registers the command that carries out approved proposals for an action. */
  register(action: GuardedAction, commandOf: CommandOfRows): void {
    this.commandsOfRows.set(action, commandOf);
  }

  /**
   * Parses part of a stored request under the same rules as a new request's body (APR-28).
   *
   * @throws PROPOSAL_OUTDATED the stored request is not valid
   */
  async parse<Body extends object>(metatype: new () => Body, stored: unknown): Promise<Body> {
    try {
      return (await this.pipe.transform(stored, { type: 'body', metatype })) as Body;
    } catch (error) {
      if (error instanceof AppError) throw new AppError('PROPOSAL_OUTDATED');
      throw error;
    }
  }

  /**
   * Returns the command that carries out a proposal, after checking the approver, what the approver saw, and the
   * signature.
   *
   * @throws NOT_FOUND the proposal does not exist
   * @throws OWN_PROPOSAL the admin made the proposal
   * @throws ALREADY_DECIDED the proposal is closed
   * @throws VALIDATION_FAILED or FACTOR_INVALID the signature that the policy requires is missing or wrong
   * @throws TOO_MANY_REQUESTS there were too many wrong attempts
   * @throws PROPOSAL_OUTDATED the admin saw something different, the stored request differs from what was proposed, an
   *   earlier release stored the proposal without what the approver must see, or the customer was deleted
   */
  async commandFor(request: ApprovalRequest): Promise<ApprovableCommand> {
    const proposal = await this.proposals.get(request.id);
    if (proposal.proposedBy === adminIdOf(request.context)) throw new AppError('OWN_PROPOSAL');
    const text = proposal.payload;
    if (text === null) {
      throw proposal.closedAt === null
        ? new AppError('PROPOSAL_OUTDATED', 'The customer was deleted. Reject the proposal')
        : new AppError('ALREADY_DECIDED');
    }
    await this.assertAsProposed(proposal, text, request.digest);
    const payload = parsePayload(text);
    // Proposals from earlier releases lack what the approver must see (APR-22).
    const isShown = payload.customerId === proposal.customerId && payload.details !== undefined;
    if (!isShown) throw new AppError('PROPOSAL_OUTDATED');
    const { id: proposalId, digest, customerId, proposedBy } = proposal;
    const change = changeOf(proposal);
    const signed = { id: proposalId, action: change.action, amountCents: change.amountCents, digest };
    const signature = await this.signatures.check({ proposal: signed, ...request });
    const approval = { proposalId, digest, signature };
    if (payload.kind === 'rows') return this.commandOf(proposal, payload, { ...request, approval });
    const approved = { ...approval, customerId, proposedBy, change };
    return new ApproveProposalCommand(approved, payload, request.context, request.idempotency);
  }

  /** Compares the proposal's row with what the admin saw, and with the proposal and the proposer in the log. */
  private async assertAsProposed(proposal: ProposalEntity, payload: string, seen: string): Promise<void> {
    const { id: proposalId, digest, customerId, proposedBy } = proposal;
    const isSame =
      seen === digest &&
      digestOf(changeOf(proposal), payload) === digest &&
      (await this.ledger.isProposedInLog({ proposalId, digest, customerId }, proposedBy));
    if (!isSame) throw new AppError('PROPOSAL_OUTDATED');
  }

  private commandOf(
    { action, subjectId }: ProposalEntity,
    { request }: RowsPayload,
    { approval, context, idempotency }: ApprovalRequest & { readonly approval: Approval },
  ): Promise<ApprovableCommand> {
    const commandOf = this.commandsOfRows.get(action as GuardedAction);
    if (commandOf === undefined) throw new Error(`no command carries out proposals for ${action}`);
    return commandOf({ subjectId, request, approval, context, idempotency });
  }
}
