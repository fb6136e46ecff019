import { assertAccountInvariants, type AccountState } from './accounts.js';
import {
  ACCOUNT_STREAM_PREFIX,
  isStreamOfAccount,
  type NewEvent,
  type SequencedEvent,
  type TransactionStatusChanged,
} from './events.js';
import { applyStep, stepOf } from './transaction-step.js';
import { accountIn, type AccountsState, type LedgerState } from './state.js';
import { countsTowardDailyLimit, type Entry } from './transactions.js';

/** One line of an account: what an event did to it and what that left. */
export interface AccountEntry {
  readonly accountId: string;
  readonly position: number;
  readonly accountVersion: number;
  readonly transactionId: string | null;
  readonly amountCents: number;
  readonly holdCents: number;
  readonly postedAfterCents: number;
  readonly heldAfterCents: number;
}

/** The stream's version before the event that comes next in it. */
export function streamVersion(state: AccountsState, stream: string): number {
  const accountId = stream.startsWith(ACCOUNT_STREAM_PREFIX)
    ? stream.slice(ACCOUNT_STREAM_PREFIX.length)
    : null;
  return accountId === null
    ? (state.streamVersions.get(stream) ?? 0)
    : (state.accounts.get(accountId)?.version ?? 0);
}

/** The same for an event at hand: the id in its payload is looked up, where the stream is that account's. */
export function versionBefore(state: AccountsState, { stream, payload }: NewEvent): number {
  return 'accountId' in payload && isStreamOfAccount(stream, payload.accountId)
    ? (state.accounts.get(payload.accountId)?.version ?? 0)
    : streamVersion(state, stream);
}

/**
 * Moves the state forward by one event and returns the account lines that it writes. The one place where
 * events become balances: the writer, the rebuild and the verifier all go through here. Throws on an event
 * that breaks an invariant (a gap in its stream, entries that do not sum to zero, available below zero).
 */
export function apply(state: LedgerState, event: SequencedEvent): AccountEntry[] {
  const step = stepOf(event);
  const after = step && applyStep(state.transactions.get(step.transactionId), step);
  const lines = applyToAccounts(state, event);
  if (after !== null) state.transactions.set(after.transactionId, after);
  return lines;
}

/**
 * The same without the transactions: what an event does to accounts and to the versions of streams. Where it throws,
 * nothing is changed.
 */
export function applyToAccounts(state: AccountsState, event: SequencedEvent): AccountEntry[] {
  const before = versionBefore(state, event);
  if (event.version !== before + 1) {
    throw new RangeError(
      `event ${event.position}: version ${event.version} follows ${before} in ${event.stream}`,
    );
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
    case 'KycApproved':
    case 'KycRejected':
    case 'KycReset':
    case 'AccountRequestDecided':
    case 'UserDeleted':
    case 'SsnRead':
    case 'IdentityDocumentRead':
      state.streamVersions.set(event.stream, event.version);
      return [];
  }
}

type MoneyEvent = Extract<SequencedEvent, { payload: { entries: readonly Entry[] } }>;

/**
 * Applies an event's hold change and entries; each account it names gets one line. `customer` is the account of its
 * stream, with what else the event changes of it.
 */
function applyMoneyEvent(state: AccountsState, event: MoneyEvent, customer: AccountState): AccountEntry[] {
  const { position, payload } = event;
  const { accountId: customerId, entries, holdCents } = payload;
  assertBalanced(position, entries);
  if (!isStreamOfAccount(event.stream, customerId)) {
    throw new RangeError(`event ${position}: stream is not its account's`);
  }
  const transactionId = 'transactionId' in payload ? payload.transactionId : null;
  const lines: AccountEntry[] = [];
  const after: AccountState[] = [];
  for (const [accountId, amountCents] of netAmountByAccount(customerId, entries)) {
    const isCustomer = accountId === customerId;
    const held = isCustomer ? holdCents : 0;
    const account = withPosting(isCustomer ? customer : accountIn(state, accountId), amountCents, held);
    assertAccountInvariants(account);
    after.push(account);
    if (amountCents !== 0 || held !== 0) {
      lines.push(accountEntryOf(account, { position, transactionId, amountCents, holdCents: held }));
    }
  }
  // Only now, when nothing can throw any more.
  for (const account of after) state.accounts.set(account.accountId, account);
  return lines;
}

/** What entries come to for each account, the customer's first. */
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

function accountEntryOf(
  account: AccountState,
  what: Pick<AccountEntry, 'position' | 'transactionId' | 'amountCents' | 'holdCents'>,
): AccountEntry {
  return {
    accountId: account.accountId,
    position: what.position,
    accountVersion: account.version,
    transactionId: what.transactionId,
    amountCents: what.amountCents,
    holdCents: what.holdCents,
    postedAfterCents: account.postedCents,
    heldAfterCents: account.heldCents,
  };
}

function assertBalanced(position: number, entries: readonly Entry[]): void {
  let sum = 0;
  for (const { amountCents } of entries) sum += amountCents;
  if (sum !== 0) throw new RangeError(`event ${position}: entries sum to ${sum}, not to zero`);
}

/** Field by field: a spread takes several times as long, and every event of a log comes by here. */
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

/** A transfer that ends as failed or cancelled no longer counts towards the daily limit of its day. */
function withStatusChange(account: AccountState, payload: TransactionStatusChanged): AccountState {
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
