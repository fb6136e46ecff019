import { countsTowardDailyLimit } from '@moniker/common/transactions.js';
import { assertAccountInvariants, type AccountState } from './accounts.js';
import {
  ACCOUNT_STREAM_PREFIX,
  isAuditEvent,
  isStreamOfAccount,
  type MoneyEvent,
  type NewEvent,
  type PayloadOf,
  type SequencedEvent,
} from './events.js';
import { afterFreeze, type FreezeEvent, isFreezeEvent } from './freezes.js';
import { applyStep, stepOf } from './transaction-step.js';
import { accountIn, type AccountsState, type LedgerState } from './state.js';
import type { Entry } from './transactions.js';

/** An event's effect on one account, with the balances after it. */
export interface AccountEntry {
  readonly accountId: string;
  readonly position: number;
  readonly accountVersion: number;
  readonly transactionId: string | null;
  readonly amountCents: number;
  readonly holdCents: number;
  readonly postedAfterCents: number;
  readonly heldAfterCents: number;
  readonly outgoingDayAfter: string | null;
  /** The total that counts toward the limit of `outgoingDayAfter` (TRF-8). Null in rows older than this column. */
  readonly outgoingDayCentsAfter: number | null;
}

/** Returns a stream's current version: 0 before its first event. */
export function streamVersion(state: AccountsState, stream: string): number {
  const accountId = stream.startsWith(ACCOUNT_STREAM_PREFIX)
    ? stream.slice(ACCOUNT_STREAM_PREFIX.length)
    : null;
  return accountId === null
    ? (state.streamVersions.get(stream) ?? 0)
    : (state.accounts.get(accountId)?.version ?? 0);
}

/**
 * Like `streamVersion` for an event's stream, but takes the account's id from the payload if possible, which is faster.
 */
export function versionBefore(state: AccountsState, { stream, payload }: NewEvent): number {
  return 'accountId' in payload && isStreamOfAccount(stream, payload.accountId)
    ? (state.accounts.get(payload.accountId)?.version ?? 0)
    : streamVersion(state, stream);
}

/**
 * Applies an event by mutating `state`, and returns the event's account entries. Only `applyToAccounts` changes
 * balances. `LogFold`, which rebuilds and verifies the ledger, calls `applyToAccounts` without `apply`.
 *
 * @throws RangeError the event violates an invariant (LED-19), such as a gap in its stream or unbalanced entries; the
 * state is then unchanged
 */
export function apply(state: LedgerState, event: SequencedEvent): AccountEntry[] {
  const step = stepOf(event);
  const after = step && applyStep(state.transactions.get(step.transactionId), step);
  const entries = applyToAccounts(state, event);
  if (after !== null) state.transactions.set(after.transactionId, after);
  return entries;
}

/**
 * Like `apply`, but only for accounts and stream versions.
 *
 * @throws RangeError the event violates an invariant; the state is then unchanged
 */
export function applyToAccounts(state: AccountsState, event: SequencedEvent): AccountEntry[] {
  const before = versionBefore(state, event);
  if (event.version !== before + 1) {
    throw new RangeError(
      `event ${event.position}: version ${event.version} follows ${before} in ${event.stream}`,
    );
  }
  if (isAuditEvent(event)) {
    state.streamVersions.set(event.stream, event.version);
    if (isFreezeEvent(event)) applyFreeze(state, event);
    return [];
  }
  switch (event.type) {
    case 'AccountOpened': {
      const { accountId } = event.payload;
      state.accounts.set(accountId, { ...accountIn(state, accountId), version: event.version });
      return [];
    }
    case 'TransferRequested': {
      const { accountId, bankDay, amountCents } = event.payload;
      return applyMoneyEvent(state, event, withOutgoing(accountIn(state, accountId), bankDay, amountCents));
    }
    case 'IncomingPaymentCreated':
    case 'CreditRecorded':
    case 'BalanceAdjusted':
      return applyMoneyEvent(state, event, accountIn(state, event.payload.accountId));
    case 'TransactionStatusChanged':
      return applyMoneyEvent(
        state,
        event,
        withStatusChange(accountIn(state, event.payload.accountId), event.payload),
      );
    case 'TransferCanceled':
      return applyMoneyEvent(
        state,
        event,
        withStatusChange(accountIn(state, event.payload.accountId), { ...event.payload, ...CANCELLATION }),
      );
    case 'TransactionAmended': {
      const account = accountIn(state, event.payload.accountId);
      state.accounts.set(account.accountId, { ...account, version: account.version + 1 });
      return [];
    }
    case 'AccountClosed':
      return applyMoneyEvent(state, event, {
        ...accountIn(state, event.payload.accountId),
        status: 'closed',
      });
  }
}

/** Freezes or unfreezes an account. Its version stays the same, because the event is in another stream. */
function applyFreeze(state: AccountsState, event: FreezeEvent): void {
  const account = state.accounts.get(event.payload.userId);
  if (account !== undefined) state.accounts.set(account.accountId, afterFreeze(account, event));
}

/** The status change made by a customer's cancellation. */
const CANCELLATION = { kind: 'transfer', from: 'pending', to: 'cancelled' } as const;

/**
 * Applies an event's hold change and entries, and returns one account entry per affected account. `customer` is the
 * account of the event's stream, already updated with the event's other changes.
 */
function applyMoneyEvent(state: AccountsState, event: MoneyEvent, customer: AccountState): AccountEntry[] {
  const { position, payload } = event;
  const { accountId: customerId, entries, holdCents } = payload;
  assertBalanced(position, entries);
  if (!isStreamOfAccount(event.stream, customerId)) {
    throw new RangeError(`event ${position}: the stream doesn't belong to the event's account`);
  }
  const transactionId = 'transactionId' in payload ? payload.transactionId : null;
  const accountEntries: AccountEntry[] = [];
  const after: AccountState[] = [];
  for (const [accountId, amountCents] of netAmountByAccount(customerId, entries)) {
    const isCustomer = accountId === customerId;
    const held = isCustomer ? holdCents : 0;
    const account = withPosting(isCustomer ? customer : accountIn(state, accountId), amountCents, held);
    assertAccountInvariants(account);
    after.push(account);
    if (amountCents !== 0 || held !== 0) {
      accountEntries.push(toAccountEntry(account, { position, transactionId, amountCents, holdCents: held }));
    }
  }
  // Last, so an error above leaves the state unchanged.
  for (const account of after) state.accounts.set(account.accountId, account);
  return accountEntries;
}

/** Sums entries by account. The customer's account comes first and is always included. */
function netAmountByAccount(
  customerId: string,
  entries: readonly Entry[],
): Iterable<readonly [string, number]> {
  if (entries.length === 0) return [[customerId, 0]];
  const amounts = new Map([[customerId, 0]]);
  for (const { accountId, amountCents } of entries) {
    amounts.set(accountId, (amounts.get(accountId) ?? 0) + amountCents);
  }
  return amounts;
}

function toAccountEntry(
  account: AccountState,
  fields: Pick<AccountEntry, 'position' | 'transactionId' | 'amountCents' | 'holdCents'>,
): AccountEntry {
  return {
    accountId: account.accountId,
    position: fields.position,
    accountVersion: account.version,
    transactionId: fields.transactionId,
    amountCents: fields.amountCents,
    holdCents: fields.holdCents,
    postedAfterCents: account.postedCents,
    heldAfterCents: account.heldCents,
    outgoingDayAfter: account.outgoingDay,
    outgoingDayCentsAfter: account.outgoingDayCents,
  };
}

function assertBalanced(position: number, entries: readonly Entry[]): void {
  let sum = 0;
  for (const { amountCents } of entries) sum += amountCents;
  if (sum !== 0) throw new RangeError(`event ${position}: entries sum to ${sum}, not to zero`);
}

/**
 * Returns the account with the amounts added, at its next version. Copies field by field, because a spread is several
 * times slower and a replay calls this for every event.
 */
function withPosting(account: AccountState, amountCents: number, holdCents: number): AccountState {
  return {
    accountId: account.accountId,
    status: account.status,
    postedCents: account.postedCents + amountCents,
    heldCents: account.heldCents + holdCents,
    version: account.version + 1,
    outgoingDay: account.outgoingDay,
    outgoingDayCents: account.outgoingDayCents,
  };
}

/**
 * Updates the day's outgoing total: a transfer that becomes failed or canceled no longer counts toward the limit, and
 * one that is reopened counts again (TRF-9).
 */
function withStatusChange(
  account: AccountState,
  payload: Pick<PayloadOf<'TransactionStatusChanged'>, 'kind' | 'from' | 'to' | 'amountCents' | 'bankDay'>,
): AccountState {
  const { kind, from, to, amountCents, bankDay } = payload;
  const counted = countsTowardDailyLimit(kind, from);
  const counts = countsTowardDailyLimit(kind, to);
  if (counted === counts || bankDay !== account.outgoingDay || bankDay === null) return account;
  return withOutgoing(account, bankDay, counts ? amountCents : -amountCents);
}

function withOutgoing(account: AccountState, bankDay: string, amountCents: number): AccountState {
  const usedCents = account.outgoingDay === bankDay ? account.outgoingDayCents : 0;
  return {
    accountId: account.accountId,
    status: account.status,
    postedCents: account.postedCents,
    heldCents: account.heldCents,
    version: account.version,
    outgoingDay: bankDay,
    outgoingDayCents: usedCents + amountCents,
  };
}
