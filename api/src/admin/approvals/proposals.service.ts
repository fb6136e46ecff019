import { Inject, Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import {
  type GuardedAction,
  type GuardedChange,
  proposalStream,
} from '../../ledger/approvals/ledger-approvals.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type {
  CommandContext,
  IdempotencyKey,
  RowSubmission,
  SubmitWithRows,
} from '../../ledger/writer/submission.js';
import { newId } from '../../platform/crypto/new-id.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { ProposalDetails } from './proposal-details.service.js';
import { digestOf, type ProposalPayload } from './proposal-payload.dto.js';
import type { ProposalDetailDto } from './proposal.dto.js';
import { ProposalEntity } from './proposal.entity.js';
import { PROPOSED_RECIPIENT } from './proposal-permissions.js';

export { assertMayDecide, decidableActions, mayDecide, PROPOSED_RECIPIENT } from './proposal-permissions.js';
export type { ProposalEntity };

/** Maximum number of open proposals per admin (APR-26). */
const MAX_OPEN_PROPOSALS = 20;

type RecordAudit = Extract<RowSubmission['command'], { type: 'RecordAudit' }>;

/** The parts of an admin's request that a proposal needs. */
export interface ProposalDraft {
  readonly change: GuardedChange;
  readonly customerId: string;
  readonly payload: ProposalPayload;
  /** Facts that the request itself lacks, for the admin who decides. */
  readonly details?: readonly ProposalDetailDto[];
}

/** The proposer, and the idempotency key of their request. */
export interface ProposalRequest {
  readonly context: CommandContext;
  readonly idempotency?: IdempotencyKey | undefined;
}

/** Admins' proposals: changes that take effect once a second admin approves them (APR-2). */
@OwnsPersonalData('approval_proposal')
@Injectable()
export class Proposals implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    private readonly details: ProposalDetails,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Records a proposal, with its digest in the log. Repeating the request doesn't create a second proposal.
   *
   * @throws IDEMPOTENCY_KEY_REUSED the key belongs to another request
   * @throws TOO_MANY_PROPOSALS the admin already has the maximum number of open proposals (APR-26)
   */
  async make(draft: ProposalDraft, { context, idempotency }: ProposalRequest): Promise<void> {
    const { change, customerId } = draft;
    const details = [...(await this.details.of(draft.payload)), ...(draft.details ?? [])];
    const payload = JSON.stringify({ ...draft.payload, customerId, details });
    const proposal = { id: newId(), digest: digestOf(change, payload) };
    await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return;
      if (await this.isFull(manager, adminIdOf(context))) throw new AppError('TOO_MANY_PROPOSALS');
      await manager.insert(ProposalEntity, {
        ...proposal,
        ...change,
        amountCents: String(change.amountCents),
        customerId,
        payload,
        proposedBy: adminIdOf(context),
        idempotencyKey: idempotency?.key ?? null,
        proposedAt: this.now(),
        closedAt: null,
      });
      const made = madeEvent(proposal, draft);
      receiptOrThrow(await submit({ command: made, context }));
    });
  }

  /**
   * Whether the admin has the maximum number of open proposals. Takes a lock, so that concurrent requests count each
   * other's proposals.
   */
  private async isFull(manager: EntityManager, proposedBy: string): Promise<boolean> {
    await manager.query("select pg_advisory_xact_lock(hashtextextended('proposals:' || $1, 0))", [
      proposedBy,
    ]);
    const open = await manager.countBy(ProposalEntity, { proposedBy, closedAt: IsNull() });
    return open >= MAX_OPEN_PROPOSALS;
  }

  /**
   * Submits the event for a decision on a proposal. The decision is either to approve a change that affects only table
   * rows, or to close a proposal of any kind. Call this method in the transaction that locked the proposal. Refuses a
   * proposal that has already been decided, even if its row was reopened (APR-23).
   *
   * @throws ALREADY_DECIDED the log already contains a decision
   */
  async recordDecision(
    submit: SubmitWithRows,
    { id, event, context }: { id: string; event: RecordAudit['event']; context: CommandContext },
  ): Promise<void> {
    const command = { type: 'RecordAudit', stream: proposalStream(id), event, expectedVersion: 1 } as const;
    const outcome = await submit({ command, context });
    if (!outcome.ok && outcome.refusal.code === 'STREAM_CHANGED') throw new AppError('ALREADY_DECIDED');
    receiptOrThrow(outcome);
  }

  /**
   * Returns the change that this request has already proposed, or null. Without this check, a repeat on a later day,
   * with a fresh daily limit, could carry out the change directly.
   *
   * @throws IDEMPOTENCY_KEY_REUSED the key belongs to another request
   */
  async findRepeated({ context, idempotency }: ProposalRequest): Promise<GuardedChange | null> {
    if (idempotency === undefined) return null;
    const { manager } = this.dataSource;
    const own = { proposedBy: adminIdOf(context), idempotencyKey: idempotency.key };
    const known = await manager.findOneBy(ProposalEntity, own);
    if (known === null) return null;
    await this.keys.isRepeated(manager, context, idempotency);
    return changeOf(known);
  }

  /** @throws NOT_FOUND the proposal does not exist */
  async get(id: string): Promise<ProposalEntity> {
    const proposal = await this.dataSource.manager.findOneBy(ProposalEntity, { id });
    if (proposal === null) throw new AppError('NOT_FOUND');
    return proposal;
  }

  /** Returns the customer who would receive the transfer being decided (TRF-64), or null. */
  async recipientOf(id: string): Promise<string | null> {
    const [row] = await this.dataSource.query<{ recipientId: string | null }[]>(
      `select ${PROPOSED_RECIPIENT} as "recipientId" from approval_proposal p where p.id = $1`,
      [id],
    );
    return row?.recipientId ?? null;
  }

  /**
   * Locks a proposal until the end of the caller's transaction. The caller must close it in that transaction.
   *
   * @throws NOT_FOUND the proposal does not exist
   * @throws ALREADY_DECIDED the proposal is closed
   */
  async lockOpen(manager: EntityManager, id: string): Promise<ProposalEntity> {
    const proposal = await manager.findOne(ProposalEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (proposal === null) throw new AppError('NOT_FOUND');
    if (proposal.closedAt !== null) throw new AppError('ALREADY_DECIDED');
    return proposal;
  }

  /** Closes a proposal and erases its payload. */
  async close(manager: EntityManager, id: string): Promise<void> {
    await manager.update(ProposalEntity, { id }, { closedAt: this.now(), payload: null });
  }

  /** Erases the payloads of a customer's proposals. After that, open proposals can no longer be approved. */
  async erasePersonalData(manager: EntityManager, { id: customerId }: Person): Promise<void> {
    await manager.update(ProposalEntity, { customerId }, { payload: null });
  }
}

/** Returns what a stored proposal changes. */
export function changeOf({ action, subjectId, amountCents }: ProposalEntity): GuardedChange {
  return { action: action as GuardedAction, subjectId, amountCents: Number(amountCents) };
}

/** Returns the acting admin's id. */
export function adminIdOf({ actor }: CommandContext): string {
  return actor.slice('user:'.length);
}

function madeEvent({ id, digest }: { id: string; digest: string }, { change, customerId }: ProposalDraft) {
  const { action, subjectId, amountCents } = change;
  return {
    type: 'RecordAudit',
    stream: proposalStream(id),
    event: {
      type: 'ProposalMade',
      payload: {
        userId: customerId,
        action,
        subjectId,
        amountCents: String(amountCents),
        digest,
      },
    },
  } as const;
}
