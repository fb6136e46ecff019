import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { changeOf, type ProposalEntity, Proposals } from './proposals.service.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import { LedgerApprovals, ROW_ACTIONS } from '../../ledger/approvals/ledger-approvals.service.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';

const EVENTS = {
  approve: 'ProposalApproved',
  reject: 'ProposalRejected',
  withdraw: 'ProposalWithdrawn',
} as const;

/** An admin's decision on a proposal. */
export interface ProposalDecision {
  readonly id: string;
  readonly decision: keyof typeof EVENTS;
  /** Digest of the change being approved. */
  readonly digest?: string;
  readonly context: CommandContext;
  readonly idempotency?: IdempotencyKey | undefined;
}

type KeyedDecision = ProposalDecision & { readonly idempotency: IdempotencyKey };

/** Recognizes a repeated decision whose first response was lost (APR-10). */
@Injectable()
export class RepeatedDecisions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly proposals: Proposals,
    private readonly ledger: LedgerApprovals,
    private readonly keys: RequestKeys,
  ) {}

  /**
   * Makes a decision. If it is refused but the log already has the same decision by the same admin, with the same
   * digest and key, it is a repeat: nothing changes, and the caller responds with the proposal's current state.
   *
   * @throws IDEMPOTENCY_KEY_REUSED the key belongs to another request
   */
  async makeOnce(
    decision: ProposalDecision,
    make: () => Promise<IdempotentResponse<void>>,
  ): Promise<IdempotentResponse<void>> {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof AppError) || !(await this.isRepeat(decision))) throw error;
      return new IdempotentResponse(undefined, true);
    }
  }

  private async isRepeat(decision: ProposalDecision): Promise<boolean> {
    const proposal = await this.proposals.get(decision.id);
    const event = await this.ledger.findDecision(proposal.id);
    if (event?.type !== EVENTS[decision.decision] || event.actor !== decision.context.actor) return false;
    if (event.type === 'ProposalApproved' && event.payload.digest !== decision.digest) return false;
    if (isKeyed(decision) && !(await this.hasUsedKey(proposal, decision))) return false;
    // The first request may have failed before it closed the row.
    if (proposal.closedAt === null) await this.proposals.close(this.dataSource.manager, proposal.id);
    return true;
  }

  /** Whether the admin made this recorded approval with this key. */
  private async hasUsedKey(
    proposal: ProposalEntity,
    { context, idempotency }: KeyedDecision,
  ): Promise<boolean> {
    if (ROW_ACTIONS.includes(changeOf(proposal).action)) {
      return this.keys.isUsed(this.dataSource.manager, context, idempotency);
    }
    const { id: proposalId, digest, customerId } = proposal;
    const outcome = await this.ledger.repeatApproval(
      { proposalId, digest, customerId },
      { context, idempotency },
    );
    if (!outcome.ok && outcome.refusal.code === 'STREAM_CHANGED') return false;
    receiptOrThrow(outcome);
    return true;
  }
}

function isKeyed(decision: ProposalDecision): decision is KeyedDecision {
  return decision.idempotency !== undefined;
}
