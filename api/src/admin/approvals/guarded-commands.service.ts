import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import {
  type GuardedAction,
  type GuardedItem,
  LedgerApprovals,
  proposalStream,
} from '../../ledger/approvals/ledger-approvals.service.js';
import type { CommandContext, Outcome, SubmitWithRows } from '../../ledger/writer/submission.js';
import { roleOf } from '../../identity/users/user.dto.js';
import { UsersService } from '../../identity/users/users.service.js';
import { assertMayDecide } from './proposal-permissions.js';
import {
  adminIdOf,
  changeOf,
  type ProposalDraft,
  type ProposalRequest,
  Proposals,
} from './proposals.service.js';

/** A proposal that a second admin approves with the command that carries it out. */
export interface Approval {
  readonly proposalId: string;
  readonly digest: string;
}

/** What permits a change of table rows: its approval or, without one, the policy. */
export interface RowsPermission {
  readonly action: GuardedAction;
  readonly approval: Approval | undefined;
  readonly context: CommandContext;
}

const POLICY_CHANGED = 'The approval policy has changed. Please try again';

/** Carries out admins' commands as far as the approval policy leaves them to one admin, and proposes the others (APR-2). */
@Injectable()
export class GuardedCommands {
  constructor(
    private readonly ledger: LedgerApprovals,
    private readonly proposals: Proposals,
    private readonly users: UsersService,
  ) {}

  /** Submits a command. The refusal `APPROVAL_REQUIRED` means that it was proposed. */
  async submit(item: GuardedItem): Promise<Outcome> {
    const known = await this.findProposed(item);
    return known ?? this.proposeIfRefused(item, await this.ledger.submit(item));
  }

  /** Submits several commands of one admin, in order. */
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
   * Proposes a change of table rows if the policy does not leave it to one admin.
   *
   * @throws APPROVAL_REQUIRED it was proposed and is not carried out now
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
   * Permits a change of table rows in their transaction: by its approval, which is recorded with it, or by the policy. Call
   * it before the transaction submits anything.
   *
   * @throws ALREADY_DECIDED the proposal is closed, or the policy no longer leaves the change to one admin
   * @throws FORBIDDEN the approver has lost the role that permits the change
   */
  async permitRows(
    manager: EntityManager,
    submit: SubmitWithRows,
    { action, approval, context }: RowsPermission,
  ): Promise<void> {
    if (approval) return this.approveRows(manager, submit, approval, context);
    const { rules } = await this.ledger.policyFor(manager);
    if (rules[action] !== 'alone') throw new AppError('ALREADY_DECIDED', POLICY_CHANGED);
  }

  private async approveRows(
    manager: EntityManager,
    submit: SubmitWithRows,
    { proposalId, digest }: Approval,
    context: CommandContext,
  ): Promise<void> {
    const proposal = await this.proposals.lockOpen(manager, proposalId);
    const { customerId: userId } = proposal;
    const approver = await this.users.lock(manager, adminIdOf(context));
    assertMayDecide({ role: roleOf(approver) }, changeOf(proposal).action);
    await this.proposals.close(manager, proposalId);
    const event = { type: 'ProposalApproved', payload: { userId, digest } } as const;
    const command = { type: 'RecordAudit', stream: proposalStream(proposalId), event } as const;
    receiptOrThrow(await submit({ command, context }));
  }

  /** Returns the outcome of a request that proposed the same before, or null. */
  private async findProposed({ submission }: GuardedItem): Promise<Outcome | null> {
    const change = await this.proposals.findRepeated(submission);
    return change === null ? null : { ok: false, refusal: { code: 'APPROVAL_REQUIRED', change } };
  }

  private async proposeIfRefused(
    { submission, customerId }: GuardedItem,
    outcome: Outcome,
  ): Promise<Outcome> {
    if (outcome.ok || outcome.refusal.code !== 'APPROVAL_REQUIRED') return outcome;
    const { command, texts } = submission;
    const payload = { kind: 'ledger', command, ...(texts && { texts }) } as const;
    await this.proposals.make({ change: outcome.refusal.change, customerId, payload }, submission);
    return outcome;
  }
}
