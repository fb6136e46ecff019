import { SYSTEM_ACCOUNTS, isSystemAccount, type AccountState } from '../domain/accounts.js';
import { accountStream, type PlacedEvent } from '../domain/events.js';
import { feeCentsOf } from '../domain/money.js';
import type { LedgerState } from '../domain/state.js';
import {
  effectBetween,
  type Entry,
  type MoneyEffect,
  type TransactionState,
} from '../domain/transactions.js';

/**
 * Whether an event is one that the ledger could have decided on the state before it: the chain shows what was
 * changed afterwards, this shows what was appended past `decide`. Returns what is wrong with it, or null.
 */
export function breachOf(state: LedgerState, event: PlacedEvent): string | null {
  if (!('accountId' in event.payload)) {
    return event.stream.startsWith('account:') ? `${event.type} does not belong to an account` : null;
  }
  const { accountId } = event.payload;
  if (event.stream !== accountStream(accountId)) return 'the stream is not that of its account';
  if (isSystemAccount(accountId)) return "the bank's own accounts have no events of their own";
  const account = state.accounts.get(accountId);
  if (event.type === 'AccountOpened') return account === undefined ? null : 'the account is open already';
  if (account === undefined) return 'the account was never opened';
  if (account.status === 'closed') return 'the account is closed';
  return breachInAccount(state, account, event);
}

function breachInAccount(state: LedgerState, account: AccountState, event: PlacedEvent): string | null {
  switch (event.type) {
    case 'TransferRequested':
    case 'IncomingPaymentCreated':
    case 'CreditRecorded':
      return breachOfCreation(state, event);
    case 'TransactionStatusChanged':
      return breachOfStatusChange(state, event);
    case 'TransactionAmended':
      return transactionOf(state, event.payload) === null ? 'the account has no such transaction' : null;
    case 'BalanceAdjusted':
      return breachOfAdjustment(state, account, event);
    case 'AccountClosed':
      return breachOfClosing(account, event);
    case 'AccountOpened':
    case 'KycApproved':
    case 'KycRejected':
    case 'KycReset':
    case 'AccountRequestDecided':
    case 'UserDeleted':
    case 'SsnRead':
    case 'IdentityDocumentRead':
      return null;
  }
}

type Creation = Extract<
  PlacedEvent,
  { type: 'TransferRequested' | 'IncomingPaymentCreated' | 'CreditRecorded' }
>;

const KIND_OF = {
  TransferRequested: 'transfer',
  IncomingPaymentCreated: 'incoming_payment',
  CreditRecorded: 'credit',
} as const;

function breachOfCreation(state: LedgerState, { type, payload }: Creation): string | null {
  const { transactionId, accountId, amountCents, status } = payload;
  if (state.transactions.has(transactionId)) return 'the transaction exists already';
  if (amountCents <= 0) return 'the amount is not above zero';
  const feeCents = type === 'TransferRequested' ? payload.feeCents : 0;
  if (type === 'TransferRequested' && feeCents !== feeCentsOf(amountCents, payload.feeBasisPoints)) {
    return 'the fee is not its rate of the amount';
  }
  const effect = effectBetween({ kind: KIND_OF[type], accountId, amountCents, feeCents }, null, status);
  return breachOfEffect(payload, effect);
}

function breachOfStatusChange(
  state: LedgerState,
  { payload }: Extract<PlacedEvent, { type: 'TransactionStatusChanged' }>,
): string | null {
  const transaction = transactionOf(state, payload);
  if (transaction === null) return 'the account has no such transaction';
  if (transaction.kind === 'adjustment') return 'an adjustment is final';
  if (payload.from !== transaction.status) return `the transaction was ${transaction.status}`;
  if (payload.from === payload.to) return 'the status does not change';
  const same =
    payload.kind === transaction.kind &&
    payload.amountCents === transaction.amountCents &&
    payload.bankDay === transaction.bankDay;
  if (!same) return 'kind, amount or bank day are not those of the transaction';
  return breachOfEffect(payload, effectBetween(transaction, payload.from, payload.to));
}

function breachOfAdjustment(
  state: LedgerState,
  account: AccountState,
  { payload }: Extract<PlacedEvent, { type: 'BalanceAdjusted' }>,
): string | null {
  const { transactionId, accountId, fromCents, toCents, deltaCents } = payload;
  if (state.transactions.has(transactionId)) return 'the transaction exists already';
  if (fromCents !== account.postedCents) return 'the balance before is not that of the account';
  if (fromCents + deltaCents !== toCents)
    return 'the balances differ by another amount than the one recorded';
  const entries = [
    { accountId, amountCents: deltaCents },
    { accountId: SYSTEM_ACCOUNTS.adjustments, amountCents: -deltaCents },
  ];
  return breachOfEffect(payload, { holdCents: 0, entries });
}

function breachOfClosing(
  account: AccountState,
  { payload }: Extract<PlacedEvent, { type: 'AccountClosed' }>,
): string | null {
  const { accountId, sweptCents } = payload;
  const { postedCents, heldCents } = account;
  if (heldCents !== 0) return 'the account still holds money for open transfers';
  if (sweptCents !== postedCents) return 'what is swept is not what the account had';
  const entries =
    sweptCents === 0
      ? []
      : [
          { accountId, amountCents: -sweptCents },
          { accountId: SYSTEM_ACCOUNTS.unclaimed, amountCents: sweptCents },
        ];
  return breachOfEffect(payload, { holdCents: 0, entries });
}

function transactionOf(
  state: LedgerState,
  { transactionId, accountId }: { readonly transactionId: string; readonly accountId: string },
): TransactionState | null {
  const transaction = state.transactions.get(transactionId);
  return transaction?.accountId === accountId ? transaction : null;
}

function breachOfEffect(recorded: MoneyEffect, expected: MoneyEffect): string | null {
  if (recorded.holdCents !== expected.holdCents) {
    return `it holds ${recorded.holdCents} cents where its kind and status hold ${expected.holdCents}`;
  }
  const { entries } = recorded;
  const isSame =
    entries.length === expected.entries.length &&
    entries.every((entry, index) => isSameEntry(entry, expected.entries[index]));
  return isSame ? null : 'its entries are not those of its kind and status';
}

function isSameEntry(one: Entry, other: Entry | undefined): boolean {
  return one.accountId === other?.accountId && one.amountCents === other.amountCents;
}
