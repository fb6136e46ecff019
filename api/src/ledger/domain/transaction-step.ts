import { SYSTEM_ACCOUNTS } from './accounts.js';
import type { SequencedEvent } from './events.js';
import type { Entry, TransactionKind, TransactionState, TransactionStatus } from './transactions.js';

/** An event that concerns one transaction. */
export type TransactionEvent = Extract<SequencedEvent, { payload: { transactionId: string } }>;

/**
 * What an event means to its transaction: all that the transaction keeps of it or is checked against, and nothing of
 * the rest. Small enough to be put aside where a whole log is folded.
 */
export type TransactionStep = CreationStep | StatusStep | AmendmentStep;

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
}

export interface StatusStep extends Step {
  readonly step: 'status-changed';
  readonly kind: TransactionKind;
  readonly from: TransactionStatus;
  readonly to: TransactionStatus;
  readonly amountCents: number;
  readonly bankDay: string | null;
  /** The fee that its entries post; null where it posts nothing. */
  readonly feeCents: number | null;
}

export interface AmendmentStep extends Step {
  readonly step: 'amended';
  /** Null where the date stays as it was. */
  readonly shownAt: Date | null;
}

const KIND_OF = {
  TransferRequested: 'transfer',
  IncomingPaymentCreated: 'incoming_payment',
  CreditRecorded: 'credit',
  BalanceAdjusted: 'adjustment',
} as const;

/** The step that an event is to its transaction; null for one that concerns none. */
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
      };
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
        kind: KIND_OF[event.type],
        status: 'status' in payload ? payload.status : 'completed',
        amountCents: 'deltaCents' in payload ? payload.deltaCents : payload.amountCents,
        feeCents: 'feeCents' in payload ? payload.feeCents : 0,
        category: 'category' in payload ? payload.category : null,
        bankDay: 'bankDay' in payload ? payload.bankDay : null,
      };
    }
  }
}

/** What entries post to the bank's fees, whichever way; null where there are none. */
export function postedFeeCents(entries: readonly Entry[]): number | null {
  if (entries.length === 0) return null;
  for (const { accountId, amountCents } of entries) {
    if (accountId === SYSTEM_ACCOUNTS.fees) return Math.abs(amountCents);
  }
  return 0;
}

/** The transaction after a step. Throws `RangeError` on a step that does not follow from what it was. */
export function applyStep(before: TransactionState | undefined, step: TransactionStep): TransactionState {
  if (step.step === 'created') return created(step);
  const { transactionId, position, recordedAt } = step;
  if (before === undefined) {
    throw new RangeError(`event ${position}: transaction ${transactionId} does not exist`);
  }
  const touched = { revision: before.revision + 1, changedPosition: position, changedAt: recordedAt };
  if (step.step === 'amended') return { ...before, ...touched, shownAt: step.shownAt ?? before.shownAt };
  if (before.status !== step.from) {
    throw new RangeError(`event ${position}: transaction ${transactionId} is not ${step.from}`);
  }
  const visibleAt = before.visibleAt ?? (isVisible(before.kind, step.to) ? recordedAt : null);
  return { ...before, ...touched, status: step.to, visibleAt };
}

function created(step: CreationStep): TransactionState {
  const { transactionId, accountId, position, recordedAt, kind, status } = step;
  const { amountCents, feeCents, category, bankDay } = step;
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
  };
}

function isVisible(kind: TransactionKind, status: TransactionStatus): boolean {
  return kind !== 'incoming_payment' || status === 'completed';
}
