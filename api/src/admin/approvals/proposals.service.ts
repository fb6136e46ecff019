import { Inject, Injectable } from '@nestjs/common';
import {
  OwnsPersonalData,
  type Person,
  type PersonalDataOwner,
} from '../../platform/database/personal-data.service.js';
import { DataSource, type EntityManager } from 'typeorm';
import { AppError } from '../../http/app-error.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import {
  type GuardedAction,
  type GuardedChange,
  proposalStream,
} from '../../ledger/approvals/ledger-approvals.service.js';
import { LedgerWriter } from '../../ledger/writer/ledger-writer.service.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { newId } from '../../platform/crypto/new-id.js';
import { CLOCK, type Clock } from '../../platform/time/clock.js';
import { digestOf, type ProposalPayload } from './proposal-payload.dto.js';
import { ProposalEntity } from './proposal.entity.js';

export { assertMayDecide, decidableActions, mayDecide } from './proposal-permissions.js';
export type { ProposalEntity };

/** What an admin asks for, as far as a proposal needs it. */
export interface ProposalDraft {
  readonly change: GuardedChange;
  readonly customerId: string;
  readonly payload: ProposalPayload;
}

/** Who asks for it, and the key of their request. */
export interface ProposalRequest {
  readonly context: CommandContext;
  readonly idempotency?: IdempotencyKey | undefined;
}

/** The proposals of admins, with what is to be done once a second admin approves (APR-2). */
@OwnsPersonalData()
@Injectable()
export class Proposals implements PersonalDataOwner {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerWriter,
    private readonly keys: RequestKeys,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /**
   * Records a proposal, with its digest in the log. A repeated request makes no second one.
   *
   * @throws IDEMPOTENCY_KEY_REUSED the key belongs to another request
   */
  async make(draft: ProposalDraft, { context, idempotency }: ProposalRequest): Promise<void> {
    const { change, customerId } = draft;
    const payload = JSON.stringify(draft.payload);
    const proposal = { id: newId(), digest: digestOf(change, payload) };
    await this.ledger.transaction(async (manager, submit) => {
      if (await this.keys.isRepeated(manager, context, idempotency)) return;
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
   * Returns what this request has proposed before, or null. What one admin may do alone changes from day to day, so the
   * same request could otherwise be carried out later as well.
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

  /**
   * Locks a proposal until the end of the caller's transaction, which closes it.
   *
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

  /** Erases the payloads of a customer's proposals. What is not decided yet can no longer be approved. */
  async erasePersonalData(manager: EntityManager, { id: customerId }: Person): Promise<void> {
    await manager.update(ProposalEntity, { customerId }, { payload: null });
  }
}

/** Returns what a stored proposal changes. */
export function changeOf({ action, subjectId, amountCents }: ProposalEntity): GuardedChange {
  return { action: action as GuardedAction, subjectId, amountCents: Number(amountCents) };
}

/** Whether the ledger decides the proposals of an action. The others change table rows. */
export function isDecidedByLedger(action: GuardedAction): boolean {
  return !['deletion', 'account_number', 'role'].includes(action);
}

/** Returns the id of the admin who acts. */
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
