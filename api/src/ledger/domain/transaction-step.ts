import type { TransactionKind, TransactionStatus } from '@moniker/common/transactions.js';
import { SYSTEM_ACCOUNTS } from './accounts.js';
import type { SequencedEvent } from './events.js';
import type { Entry, TransactionState } from './transactions.js';

/** An event that concerns one transaction. */
export type TransactionEvent = Extract<SequencedEvent, { payload: { transactionId: string } }>;

/**
 * The part of an event that matters to its transaction: the fields that change the transaction or are checked against
 * it. Small enough to spill to disk during a replay of the whole log (docs/adr/0006).
 */
export type TransactionStep = CreationStep | StatusStep | CancellationStep | AmendmentStep;

interface Step {
  readonly transactionId: string;
  readonly accountId: string;
  readonly position: number;
  readonly recordedAt: Date;
}

export interface CreationStep extends Step {
  readonly step: 'created';
  readonly kind: TransactionKind;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly category: TransactionState['category'];
  readonly bankDay: string | null;
  readonly recipientId: string | null;
  readonly pairId: string | null;
}

export interface StatusStep extends Step {
  readonly step: 'status-changed';
  readonly kind: TransactionKind;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly amountCents: number;
  readonly bankDay: string | null;
  /** The fee in the event's entries; null if the event has no entries. */
  readonly feeCents: number | null;
  /** For a payment whose status changed because of its transfer: that transfer's id. Otherwise null. */
  readonly pairId: string | null;
}

/** The customer's own cancellation of a pending transfer. */
export interface CancellationStep extends Step {
  readonly step: 'canceled';
  readonly amountCents: number;
  readonly bankDay: string | null;
}

export interface AmendmentStep extends Step {
  readonly step: 'amended';
  /** Null if the shown date stays the same. */
  readonly shownAt: Date | null;
}

/** The kind of transaction that each event creates. */
export const CREATED_KINDS = {
  TransferRequested: 'transfer',
  IncomingPaymentCreated: 'incoming_payment',
  CreditRecorded: 'credit',
  BalanceAdjusted: 'adjustment',
} as const;

/** Returns an event's step; null if the event concerns no transaction. */
export function stepOf(event: SequencedEvent): TransactionStep | null {
  if (!('transactionId' in event.payload)) return null;
  return stepOfTransactionEvent(event as TransactionEvent);
}

function stepOfTransactionEvent(event: TransactionEvent): TransactionStep {
  const { position, recordedAt } = event;
  const { transactionId, accountId } = event.payload;
  switch (event.type) {
    case 'TransactionStatusChanged': {
      const { kind, from, to, amountCents, bankDay, entries } = event.payload;
      const feeCents = postedFeeCents(entries);
      return {
        step: 'status-changed',
        transactionId,
        accountId,
        position,
        recordedAt,
        kind,
        from,
        to,
        amountCents,
        bankDay,
        feeCents,
        pairId: event.payload.transferId ?? null,
      };
    }
    case 'TransferCanceled': {
      const { amountCents, bankDay } = event.payload;
      return { step: 'canceled', transactionId, accountId, position, recordedAt, amountCents, bankDay };
    }
    case 'TransactionAmended': {
      const shownAt = event.payload.shownAt === null ? null : new Date(event.payload.shownAt);
      return { step: 'amended', transactionId, accountId, position, recordedAt, shownAt };
    }
    case 'TransferRequested':
    case 'IncomingPaymentCreated':
    case 'CreditRecorded':
    case 'BalanceAdjusted': {
      const { payload } = event;
      return {
        step: 'created',
        transactionId,
        accountId,
        position,
        recordedAt,
        kind: CREATED_KINDS[event.type],
        status: 'status' in payload ? payload.status : 'completed',
        amountCents: 'deltaCents' in payload ? payload.deltaCents : payload.amountCents,
        feeCents: 'feeCents' in payload ? payload.feeCents : 0,
        category: 'category' in payload ? payload.category : null,
        bankDay: 'bankDay' in payload ? payload.bankDay : null,
        recipientId: 'recipientId' in payload ? payload.recipientId : null,
        pairId: pairIdOf(event),
      };
    }
  }
}

/** If an event creates one of two paired transactions, returns the id of the other one. Otherwise, returns null. */
function pairIdOf(event: TransactionEvent): string | null {
  if (event.type === 'TransferRequested') return event.payload.paymentId ?? null;
  return event.type === 'IncomingPaymentCreated' ? (event.payload.transferId ?? null) : null;
}

/** Returns the absolute amount that entries post to the bank's fees; null if there are no entries. */
export function postedFeeCents(entries: readonly Entry[]): number | null {
  if (entries.length === 0) return null;
  for (const { accountId, amountCents } of entries) {
    if (accountId === SYSTEM_ACCOUNTS.fees) return Math.abs(amountCents);
  }
  return 0;
}

/**
 * Returns the transaction after a step.
 *
 * @throws RangeError the transaction to change does not exist, or its current state does not allow the step's status
 * change
 */
export function applyStep(before: TransactionState | undefined, step: TransactionStep): TransactionState {
  if (step.step === 'created') return created(step);
  const { transactionId, position, recordedAt } = step;
  if (before === undefined) {
    throw new RangeError(`event ${position}: transaction ${transactionId} doesn't exist`);
  }
  const changes = { revision: before.revision + 1, changedPosition: position, changedAt: recordedAt };
  if (step.step === 'amended') return { ...before, ...changes, shownAt: step.shownAt ?? before.shownAt };
  const from = step.step === 'canceled' ? 'pending' : step.from;
  if (before.status !== from || before.customerCanceledAt !== null) {
    throw new RangeError(`event ${position}: transaction ${transactionId} isn't ${from}`);
  }
  if (step.step === 'canceled') {
    return { ...before, ...changes, status: 'cancelled', customerCanceledAt: recordedAt };
  }
  const visibleAt = before.visibleAt ?? (isVisible(before.kind, step.to) ? recordedAt : null);
  return { ...before, ...changes, status: step.to, visibleAt };
}

function created(step: CreationStep): TransactionState {
  const { transactionId, accountId, position, recordedAt, kind, status } = step;
  const { amountCents, feeCents, category, bankDay, recipientId, pairId } = step;
  return {
    transactionId,
    accountId,
    kind,
    status,
    amountCents,
    feeCents,
    category,
    bankDay,
    revision: 1,
    createdPosition: position,
    changedPosition: position,
    createdAt: recordedAt,
    changedAt: recordedAt,
    visibleAt: isVisible(kind, status) ? recordedAt : null,
    shownAt: null,
    recipientId,
    pairId,
    customerCanceledAt: null,
  };
}

function isVisible(kind: TransactionKind, status: TransactionStatus): boolean {
  return kind !== 'incoming_payment' || status === 'completed';
}
