import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import {
  type GuardedAction,
  type GuardedItem,
  type GuardedChange,
  type GuardedCommand,
  LedgerApprovals,
} from '../../ledger/approvals/ledger-approvals.service.js';
import type { CommandContext, Outcome, SubmitWithRows } from '../../ledger/writer/submission.js';
import { LedgerBalances } from '../../ledger/queries/ledger-balances.service.js';
import type { PasskeySignature } from '../../ledger/domain/events.js';
import { AdminStanding } from './admin-standing.service.js';
import { ApprovalSignatures } from './approval-signatures.service.js';
import {
  adminIdOf,
  changeOf,
  type ProposalDraft,
  type ProposalRequest,
  Proposals,
} from './proposals.service.js';

/** A second admin's approval of a proposal. It is part of the command that carries the proposal out. */
export interface Approval {
  readonly proposalId: string;
  readonly digest: string;
  /** The approver's signature; null if the policy does not require one (APR-30). */
  readonly signature: PasskeySignature | null;
}

/** What permits a change to table rows: its approval or, without one, the policy. */
export interface RowsPermission {
  readonly action: GuardedAction;
  readonly approval: Approval | undefined;
  readonly context: CommandContext;
}

const POLICY_CHANGED = 'The approval policy has changed. Please try again';

/**
 * Carries out the admin commands that the approval policy lets one admin give alone, and proposes the others (APR-2).
 */
@Injectable()
export class GuardedCommands {
  constructor(
    private readonly ledger: LedgerApprovals,
    private readonly proposals: Proposals,
    private readonly standing: AdminStanding,
    private readonly signatures: ApprovalSignatures,
    private readonly balances: LedgerBalances,
  ) {}

  /**
   * Submits a command. The refusal `APPROVAL_REQUIRED` means that the command was proposed. `TOO_MANY_PROPOSALS` means
   * that it could not be proposed.
   */
  async submit(item: GuardedItem): Promise<Outcome> {
    const known = await this.findProposed(item);
    return known ?? this.proposeIfRefused(item, await this.ledger.submit(item));
  }

  /** Submits several commands by one admin, in order. */
  async submitAll(items: readonly GuardedItem[]): Promise<Outcome[]> {
    const known = await Promise.all(items.map((item) => this.findProposed(item)));
    const others = items.filter((_, index) => known[index] === null);
    const outcomes = await this.ledger.submitAll(others);
    const byItem = new Map(others.map((item, index) => [item, outcomes[index]]));
    return Promise.all(
      items.map(async (item, index) => {
        const outcome = known[index] ?? byItem.get(item);
        if (outcome === undefined) throw new Error('a command has no outcome');
        return known[index] ? outcome : this.proposeIfRefused(item, outcome);
      }),
    );
  }

  /**
   * Proposes a change to table rows unless the policy lets one admin make it alone.
   *
   * @throws APPROVAL_REQUIRED the change was proposed and is not carried out now
   * @throws IDEMPOTENCY_KEY_REUSED the key belongs to another request
   * @throws TOO_MANY_PROPOSALS too many of the admin's proposals are still open (APR-26)
   */
  async proposeRows(
    action: GuardedAction,
    draft: () => Promise<ProposalDraft>,
    request: ProposalRequest,
  ): Promise<void> {
    if ((await this.proposals.findRepeated(request)) === null) {
      const { policy } = await this.ledger.policy();
      if (policy.rules[action] === 'alone') return;
      await this.proposals.make(await draft(), request);
    }
    throw new AppError('APPROVAL_REQUIRED');
  }

  /**
   * Locks the proposal that an approval refers to. Does nothing if there is no approval. Call it before other rows are
   * changed.
   *
   * @throws NOT_FOUND the proposal does not exist
   * @throws ALREADY_DECIDED the proposal is closed
   */
  async lockOpen(manager: EntityManager, approval: Approval | undefined): Promise<void> {
    if (approval !== undefined) await this.proposals.lockOpen(manager, approval.proposalId);
  }

  /**
   * Checks that an approval or the policy permits a change to table rows, and records the approval. Call it in the
   * change's transaction, before anything is submitted there. Returns the proposer's id; null without an approval.
   *
   * @throws ALREADY_DECIDED the proposal is closed, or the policy no longer lets one admin make the change alone
   * @throws VALIDATION_FAILED the policy requires a signature that is missing
   * @throws FORBIDDEN the approver may no longer make the change
   * @throws PROPOSAL_OUTDATED the proposer's role or access has changed (APR-20)
   */
  async permitRows(
    manager: EntityManager,
    submit: SubmitWithRows,
    { action, approval, context }: RowsPermission,
  ): Promise<string | null> {
    if (approval) return this.approveRows(manager, submit, approval, context);
    const { rules } = await this.ledger.policyFor(manager);
    if (rules[action] !== 'alone') throw new AppError('ALREADY_DECIDED', POLICY_CHANGED);
    return null;
  }

  private async approveRows(
    manager: EntityManager,
    submit: SubmitWithRows,
    { proposalId, digest, signature }: Approval,
    context: CommandContext,
  ): Promise<string> {
    this.signatures.assertSigned(await this.ledger.policyFor(manager), signature);
    const proposal = await this.proposals.get(proposalId);
    const { proposedBy, customerId: userId } = proposal;
    const { action } = changeOf(proposal);
    const admins = { proposalId, action, proposedBy, approvedBy: adminIdOf(context) };
    await this.standing.require(admins, manager);
    await this.proposals.lockOpen(manager, proposalId);
    await this.proposals.close(manager, proposalId);
    const event = { type: 'ProposalApproved', payload: { userId, digest, signature } } as const;
    await this.proposals.recordDecision(submit, { id: proposalId, event, context });
    return proposedBy;
  }

  /** Returns the outcome of an earlier request that made the same proposal, or null. */
  private async findProposed({ submission }: GuardedItem): Promise<Outcome | null> {
    const change = await this.proposals.findRepeated(submission);
    return change === null ? null : { ok: false, refusal: { code: 'APPROVAL_REQUIRED', change } };
  }

  private async proposeIfRefused(
    { submission, customerId }: GuardedItem,
    outcome: Outcome,
  ): Promise<Outcome> {
    if (outcome.ok || outcome.refusal.code !== 'APPROVAL_REQUIRED') return outcome;
    const { texts } = submission;
    const { command, change } = await this.withBalance(submission.command, outcome.refusal.change);
    const payload = { kind: 'ledger', command, ...(texts && { texts }) } as const;
    try {
      await this.proposals.make({ change, customerId, payload }, submission);
    } catch (error) {
      // This refusal is returned instead of thrown, so that the other items are still processed.
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_PROPOSALS') throw error;
      return { ok: false, refusal: { code: error.code } };
    }
    return outcome;
  }

  /** Adds the current balance, so that the approver sees whether the edit adds or removes money (APR-22). */
  private async withBalance(
    command: GuardedCommand,
    change: GuardedChange,
  ): Promise<{ command: GuardedCommand; change: GuardedChange }> {
    if (command.type !== 'AdjustBalance') return { command, change };
    const { postedCents: fromCents } = await this.balances.balanceOf(command.accountId);
    const amountCents = Math.abs(command.balanceCents - fromCents);
    return { command: { ...command, fromCents }, change: { ...change, amountCents } };
  }
}
