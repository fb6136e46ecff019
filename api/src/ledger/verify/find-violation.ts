import { feeCentsOf } from '@moniker/common/fee.js';
import { isValidAmount, MAX_AMOUNT_CENTS } from '@moniker/common/money.js';
import { SYSTEM_ACCOUNTS, isSystemAccount, type AccountState } from '../domain/accounts.js';
import {
  ACCOUNT_STREAM_PREFIX,
  isAuditEvent,
  isStreamOfAccount,
  userStream,
  type MoneyEvent,
  type SequencedEvent,
} from '../domain/events.js';
import { isFreezeEvent } from '../domain/freezes.js';
import {
  CREATED_KINDS,
  postedFeeCents,
  type CancellationStep,
  type TransactionStep,
} from '../domain/transaction-step.js';
import type { AccountsState } from '../domain/state.js';
import {
  transitionEffect,
  type Entry,
  type TransitionEffect,
  type TransactionState,
} from '../domain/transactions.js';
import { amountText } from '../reports/amount-text.js';

/**
 * Checks whether the ledger could have decided an event, given the accounts' state before it (LED-19). The hash chain
 * reveals events that were changed later; this check reveals events that were appended without `decide`. Returns the
 * violated rule, or null. Doesn't check the event against its transaction's state, because a full replay folds
 * transactions only after reading the log. `findStepViolation` makes that check.
 */
export function findViolation(state: AccountsState, event: SequencedEvent): string | null {
  if (isAuditEvent(event)) {
    if (event.stream.startsWith(ACCOUNT_STREAM_PREFIX))
      return `${event.type} doesn't belong in an account's stream`;
    const isOfOther = isFreezeEvent(event) && event.stream !== userStream(event.payload.userId);
    return isOfOther ? 'the stream belongs to another user' : null;
  }
  const { accountId } = event.payload;
  if (!isStreamOfAccount(event.stream, accountId)) return 'the stream belongs to another account';
  if (isSystemAccount(accountId)) return 'system accounts have no stream';
  const account = state.accounts.get(accountId);
  if (event.type === 'AccountOpened') return account === undefined ? null : 'the account is already open';
  if (account === undefined) return 'the account was never opened';
  if (account.status === 'closed') return 'the account is closed';
  return isMoneyEvent(event) ? findMoneyViolation(state, account, event) : null;
}

/**
 * Checks whether the ledger could have decided a step, given the transaction's state before the step. Returns the
 * reason if it couldn't, otherwise null.
 */
export function findStepViolation(
  before: TransactionState | undefined,
  step: TransactionStep,
): string | null {
  if (step.step === 'created') return before === undefined ? null : 'the transaction already exists';
  if (before?.accountId !== step.accountId) return 'the account has no such transaction';
  const isPayment = before.pairId !== null && before.kind !== 'transfer';
  if (step.step === 'amended') return isPayment ? ALONE : null;
  if (before.kind === 'adjustment') return 'an adjustment is final';
  if (before.customerCanceledAt !== null) return 'the customer canceled the transaction';
  if (step.step === 'canceled') return findCancellationViolation(before, step);
  if (step.from !== before.status) return `the transaction was ${before.status}`;
  const isSame =
    step.kind === before.kind && step.amountCents === before.amountCents && step.bankDay === before.bankDay;
  if (!isSame) return "the event's kind, amount or bank day differs from the transaction's";
  if (step.pairId !== (isPayment ? before.pairId : null)) return ALONE;
  return step.feeCents === null || step.feeCents === before.feeCents ? null : WRONG_ENTRIES;
}

function findCancellationViolation(before: TransactionState, step: CancellationStep): string | null {
  if (before.kind !== 'transfer') return 'only a transfer can be canceled by its customer';
  if (before.status !== 'pending') return `the transaction was ${before.status}`;
  const isSame = step.amountCents === before.amountCents && step.bankDay === before.bankDay;
  return isSame ? null : "the event's amount or bank day differs from the transaction's";
}

function isMoneyEvent(event: SequencedEvent): event is MoneyEvent {
  return 'entries' in event.payload;
}

function findMoneyViolation(state: AccountsState, account: AccountState, event: MoneyEvent): string | null {
  switch (event.type) {
    case 'TransferRequested':
    case 'IncomingPaymentCreated':
    case 'CreditRecorded':
      return findCreationViolation(event) ?? findRecipientViolation(state, event);
    case 'TransactionStatusChanged':
      return findStatusChangeViolation(event);
    case 'TransferCanceled':
      return findCanceledHoldViolation(event);
    case 'BalanceAdjusted':
      return findAdjustmentViolation(account, event);
    case 'AccountClosed':
      return findClosingViolation(account, event);
  }
}

type Creation = Extract<
  SequencedEvent,
  { type: 'TransferRequested' | 'IncomingPaymentCreated' | 'CreditRecorded' }
>;

const ALONE =
  'a payment that belongs to a transfer between customers changes only together with that transfer';
const NOT_AS_PAID = 'a payment made by a transfer must start as completed, without texts or notes of its own';
const WRONG_ENTRIES = "the event's entries don't match its kind and status";

function findCreationViolation({ type, payload }: Creation): string | null {
  const { accountId, amountCents, status } = payload;
  if (amountCents <= 0) return "the amount isn't above zero";
  if (!isValidAmount(amountCents)) return 'the amount is above the limit';
  const feeCents = type === 'TransferRequested' ? payload.feeCents : 0;
  if (type === 'TransferRequested' && feeCents !== feeCentsOf(amountCents, payload.feeBasisPoints)) {
    return "the fee doesn't match its rate";
  }
  const effect = transitionEffect(
    { kind: CREATED_KINDS[type], accountId, amountCents, feeCents },
    null,
    status,
  );
  return findEffectViolation(payload, effect);
}

/** Checks the recipient that a transfer names, or the texts and status of an incoming payment (LED-81). */
function findRecipientViolation({ accounts }: AccountsState, { type, payload }: Creation): string | null {
  if (type === 'IncomingPaymentCreated') {
    if (payload.transferId === undefined)
      return payload.textsDigest === undefined ? 'the payment has no texts' : null;
    const isAsPaid = payload.status === 'completed' && payload.textsDigest === undefined;
    return isAsPaid && payload.notesDigest === undefined ? null : NOT_AS_PAID;
  }
  if (type !== 'TransferRequested') return null;
  const { accountId, recipientId, paymentId } = payload;
  if (recipientId === undefined)
    return paymentId === undefined ? null : 'the transfer names a payment but no recipient';
  if (paymentId === undefined) return 'the transfer names a recipient but no payment';
  if (recipientId === accountId) return 'the recipient is the sender';
  const recipient = accounts.get(recipientId);
  const isOpen = recipient !== undefined && recipient.status !== 'closed' && !isSystemAccount(recipientId);
  return isOpen ? null : 'the recipient has no open account';
}

function findStatusChangeViolation({
  payload,
}: Extract<SequencedEvent, { type: 'TransactionStatusChanged' }>): string | null {
  const { accountId, kind, amountCents, from, to, entries, transferId } = payload;
  if (kind === 'adjustment') return 'an adjustment is final';
  if (from === to) return "the status doesn't change";
  // The payment of a transfer starts as completed. It fails if the transfer is reversed, and can be completed again.
  const isOfPayment = from === 'completed' ? to === 'failed' : from === 'failed' && to === 'completed';
  if (transferId !== undefined && (kind !== 'incoming_payment' || !isOfPayment)) return ALONE;
  // The fee is read from the entries. `findStepViolation` compares it with the transaction's fee.
  const feeCents = postedFeeCents(entries) ?? 0;
  return findEffectViolation(payload, transitionEffect({ kind, accountId, amountCents, feeCents }, from, to));
}

function findCanceledHoldViolation({
  payload,
}: Extract<SequencedEvent, { type: 'TransferCanceled' }>): string | null {
  const { accountId, amountCents } = payload;
  // No fee: a transfer that was never completed has no entries.
  const amounts = { kind: 'transfer', accountId, amountCents, feeCents: 0 } as const;
  return findEffectViolation(payload, transitionEffect(amounts, 'pending', 'cancelled'));
}

function findAdjustmentViolation(
  account: AccountState,
  { payload }: Extract<SequencedEvent, { type: 'BalanceAdjusted' }>,
): string | null {
  const { accountId, fromCents, toCents, deltaCents } = payload;
  if (fromCents !== account.postedCents) return "the previous balance differs from the account's balance";
  if (toCents < 0 || toCents > MAX_AMOUNT_CENTS) return 'the new balance is outside the limits';
  if (fromCents + deltaCents !== toCents) return "the recorded difference doesn't lead to the new balance";
  const entries = [
    { accountId, amountCents: deltaCents },
    { accountId: SYSTEM_ACCOUNTS.adjustments, amountCents: -deltaCents },
  ];
  return findEffectViolation(payload, { holdCents: 0, entries });
}

function findClosingViolation(
  account: AccountState,
  { payload }: Extract<SequencedEvent, { type: 'AccountClosed' }>,
): string | null {
  const { accountId, sweptCents } = payload;
  const { postedCents, heldCents } = account;
  if (heldCents !== 0) return 'the account still has holds';
  if (sweptCents !== postedCents) return 'the swept amount differs from the balance';
  const entries =
    sweptCents === 0
      ? []
      : [
          { accountId, amountCents: -sweptCents },
          { accountId: SYSTEM_ACCOUNTS.unclaimed, amountCents: sweptCents },
        ];
  return findEffectViolation(payload, { holdCents: 0, entries });
}

function findEffectViolation(recorded: TransitionEffect, expected: TransitionEffect): string | null {
  if (recorded.holdCents !== expected.holdCents) {
    const [is, required] = [recorded.holdCents, expected.holdCents].map(amountText);
    return `the event's hold is ${is}, but its kind and status require ${required}`;
  }
  const { entries } = recorded;
  const isSame =
    entries.length === expected.entries.length &&
    entries.every((entry, index) => isSameEntry(entry, expected.entries[index]));
  return isSame ? null : WRONG_ENTRIES;
}

function isSameEntry(one: Entry, other: Entry | undefined): boolean {
  return one.accountId === other?.accountId && one.amountCents === other.amountCents;
}
