import { assertAccountInvariants, type AccountState } from './accounts.js';
import { accountStream, type PlacedEvent } from './events.js';
import { applyStep, stepOf } from './evolve-transaction.js';
import { accountIn, type AccountsState, type LedgerState } from './state.js';
import { countsAsOutgoing, type Entry } from './transactions.js';

/** One line of an account: what an event did to it and what that left. */
export interface EntryLine {
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
  const accountId = stream.startsWith('account:') ? stream.slice('account:'.length) : null;
  return accountId === null
    ? (state.streamVersions.get(stream) ?? 0)
    : (state.accounts.get(accountId)?.version ?? 0);
}

/**
 * Moves the state forward by one event and returns the account lines that it writes. The one place where
 * events become balances: the writer, the rebuild and the verifier all go through here. Throws on an event
 * that breaks an invariant (a gap in its stream, entries that do not sum to zero, available below zero).
 */
export function evolve(state: LedgerState, event: PlacedEvent): EntryLine[] {
  const step = stepOf(event);
  const after = step && applyStep(state.transactions.get(step.transactionId), step);
  const lines = evolveAccounts(state, event);
  if (after !== null) state.transactions.set(after.transactionId, after);
  return lines;
}

/** The same without the transactions: what an event does to accounts and to the versions of streams. */
export function evolveAccounts(state: AccountsState, event: PlacedEvent): EntryLine[] {
  const before = streamVersion(state, event.stream);
  if (event.version !== before + 1) {
    throw new RangeError(
      `event ${event.position}: version ${event.version} follows ${before} in ${event.stream}`,
    );
  }
  switch (event.type) {
    case 'AccountOpened': {
      const account = { ...accountIn(state, event.payload.accountId), version: event.version };
      state.accounts.set(account.accountId, account);
      return [];
    }
    case 'TransferRequested':
      addOutgoing(state, event.payload.accountId, event.payload.bankDay, event.payload.amountCents);
      return move(state, event);
    case 'IncomingPaymentCreated':
    case 'CreditRecorded':
    case 'BalanceAdjusted':
      return move(state, event);
    case 'TransactionStatusChanged':
      changeOutgoing(state, event);
      return move(state, event);
    case 'TransactionAmended':
      bumpVersion(state, event.payload.accountId);
      return [];
    case 'AccountClosed': {
      const lines = move(state, event);
      const account = accountIn(state, event.payload.accountId);
      state.accounts.set(account.accountId, { ...account, status: 'closed' });
      return lines;
    }
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

type MoneyEvent = Extract<PlacedEvent, { payload: { entries: readonly Entry[] } }>;

/** Applies an event's hold change and entries; each account it names gets one line. */
function move(state: AccountsState, event: MoneyEvent): EntryLine[] {
  const { accountId: customerId, entries, holdCents } = event.payload;
  assertBalanced(event.position, entries);
  if (event.stream !== accountStream(customerId)) {
    throw new RangeError(`event ${event.position}: stream is not its account's`);
  }
  const amounts = new Map<string, number>([[customerId, 0]]);
  for (const entry of entries) {
    amounts.set(entry.accountId, (amounts.get(entry.accountId) ?? 0) + entry.amountCents);
  }
  const lines: EntryLine[] = [];
  for (const [accountId, amountCents] of amounts) {
    const held = accountId === customerId ? holdCents : 0;
    const account = changed(accountIn(state, accountId), amountCents, held);
    assertAccountInvariants(account);
    state.accounts.set(accountId, account);
    if (amountCents === 0 && held === 0) continue;
    lines.push({
      accountId,
      position: event.position,
      accountVersion: account.version,
      transactionId: 'transactionId' in event.payload ? event.payload.transactionId : null,
      amountCents,
      holdCents: held,
      postedAfterCents: account.postedCents,
      heldAfterCents: account.heldCents,
    });
  }
  return lines;
}

function assertBalanced(position: number, entries: readonly Entry[]): void {
  const sum = entries.reduce((total, entry) => total + entry.amountCents, 0);
  if (sum !== 0) throw new RangeError(`event ${position}: entries sum to ${sum}, not to zero`);
}

function changed(account: AccountState, amountCents: number, holdCents: number): AccountState {
  return {
    ...account,
    postedCents: account.postedCents + amountCents,
    heldCents: account.heldCents + holdCents,
    version: account.version + 1,
  };
}

function bumpVersion(state: AccountsState, accountId: string): void {
  const account = accountIn(state, accountId);
  state.accounts.set(accountId, { ...account, version: account.version + 1 });
}

/** A transfer that ends as failed or cancelled no longer counts towards the daily limit of its day. */
function changeOutgoing(
  state: AccountsState,
  { payload }: Extract<PlacedEvent, { type: 'TransactionStatusChanged' }>,
): void {
  const { accountId, kind, from, to, amountCents, bankDay } = payload;
  const counted = countsAsOutgoing(kind, from);
  const counts = countsAsOutgoing(kind, to);
  if (counted === counts || bankDay !== accountIn(state, accountId).outgoingDay || bankDay === null) return;
  addOutgoing(state, accountId, bankDay, counts ? amountCents : -amountCents);
}

function addOutgoing(state: AccountsState, accountId: string, bankDay: string, amountCents: number): void {
  const account = accountIn(state, accountId);
  const usedCents = account.outgoingDay === bankDay ? account.outgoingDayCents : 0;
  state.accounts.set(accountId, {
    ...account,
    outgoingDay: bankDay,
    outgoingDayCents: usedCents + amountCents,
  });
}
