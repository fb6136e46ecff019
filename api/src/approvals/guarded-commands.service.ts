import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../http/app-error.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import {
  type ApprovalPolicy,
  type GuardedSubmission,
  LedgerApprovals,
  proposalStream,
} from '../ledger/approvals/ledger-approvals.service.js';
import type { CommandContext, Outcome, SubmitWithRows } from '../ledger/writer/submission.js';
import { type ProposalDraft, type ProposalRequest, Proposals } from './proposals.service.js';

/** A proposal that a second admin approves with the command that carries it out. */
export interface Approval {
  readonly proposalId: string;
  readonly digest: string;
}

/** A submission of an admin with the customer whom it concerns. */
export interface GuardedItem {
  readonly submission: GuardedSubmission;
  readonly customerId: string;
}

/** Carries out admins' commands as far as the approval policy leaves them to one admin, and proposes the others (APR-2). */
@Injectable()
export class GuardedCommands {
  constructor(
    private readonly ledger: LedgerApprovals,
    private readonly proposals: Proposals,
  ) {}

  /** Submits a command. The refusal `APPROVAL_REQUIRED` means that it was proposed. */
  async submit({ submission, customerId }: GuardedItem): Promise<Outcome> {
    const known = await this.proposals.findRepeated(submission);
    if (known !== null) return { ok: false, refusal: { code: 'APPROVAL_REQUIRED', change: known } };
    return this.proposeIfRefused(submission, customerId, await this.ledger.submit(submission, customerId));
  }

  /**
   * Submits several commands of one admin. Together if the policy leaves all of them to one admin; else one by one,
   * because each uses what the others leave of the limit.
   */
  async submitAll(items: readonly GuardedItem[]): Promise<Outcome[]> {
    const { policy } = await this.ledger.policy();
    if (isOpen(policy)) return Promise.all(items.map((item) => this.submit(item)));
    const outcomes: Outcome[] = [];
    for (const item of items) outcomes.push(await this.submit(item));
    return outcomes;
  }

  /**
   * Proposes a change of table rows if the policy does not leave it to one admin.
   *
   * @throws APPROVAL_REQUIRED it was proposed and is not carried out now
   */
  async proposeRows(draft: ProposalDraft, request: ProposalRequest): Promise<void> {
    const { policy } = await this.ledger.policy();
    if (policy.rules[draft.change.action] === 'alone') {
      if ((await this.proposals.findRepeated(request)) === null) return;
    } else {
      await this.proposals.make(draft, request);
    }
    throw new AppError('APPROVAL_REQUIRED');
  }

  /**
   * Records the approval of a change of table rows in their transaction.
   *
   * @throws ALREADY_DECIDED the proposal is closed
   */
  async approveRows(
    manager: EntityManager,
    submit: SubmitWithRows,
    { proposalId, digest }: Approval,
    context: CommandContext,
  ): Promise<void> {
    const { customerId: userId } = await this.proposals.lockOpen(manager, proposalId);
    await this.proposals.close(manager, proposalId);
    const event = { type: 'ProposalApproved', payload: { proposalId, userId, digest } } as const;
    const command = { type: 'RecordAudit', stream: proposalStream(proposalId), event } as const;
    receiptOrThrow(await submit({ command, context }));
  }

  private async proposeIfRefused(
    submission: GuardedSubmission,
    customerId: string,
    outcome: Outcome,
  ): Promise<Outcome> {
    if (outcome.ok || outcome.refusal.code !== 'APPROVAL_REQUIRED') return outcome;
    const { command, texts } = submission;
    const payload = { kind: 'ledger', command, ...(texts && { texts }) } as const;
    await this.proposals.make({ change: outcome.refusal.change, customerId, payload }, submission);
    return outcome;
  }
}

/** Whether a policy leaves all decisions on transactions to one admin. */
function isOpen({ rules }: ApprovalPolicy): boolean {
  return rules.decision === 'alone' && rules.reversal === 'alone';
}
