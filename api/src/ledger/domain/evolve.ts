import { assertAccountInvariants, type AccountState } from './accounts.js';
import { accountStream, type PlacedEvent } from './events.js';
import { accountIn, type LedgerState } from './state.js';
import {
  countsAsOutgoing,
  type Entry,
  type TransactionKind,
  type TransactionState,
  type TransactionStatus,
} from './transactions.js';

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
export function streamVersion(state: LedgerState, stream: string): number {
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
      putTransaction(state, newTransaction(event, 'transfer'));
      addOutgoing(state, event.payload.accountId, event.payload.bankDay, event.payload.amountCents);
      return move(state, event);
    case 'IncomingPaymentCreated':
      putTransaction(state, newTransaction(event, 'incoming_payment'));
      return move(state, event);
    case 'CreditRecorded':
      putTransaction(state, newTransaction(event, 'credit'));
      return move(state, event);
    case 'TransactionStatusChanged':
      changeStatus(state, event);
      return move(state, event);
    case 'TransactionAmended':
      amend(state, event);
      bumpVersion(state, event.payload.accountId);
      return [];
    case 'BalanceAdjusted':
      putTransaction(state, newTransaction(event, 'adjustment'));
      return move(state, event);
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
type Creation = Exclude<MoneyEvent, { type: 'TransactionStatusChanged' | 'AccountClosed' }>;

/** Applies an event's hold change and entries; each account it names gets one line. */
function move(state: LedgerState, event: MoneyEvent): EntryLine[] {
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

function bumpVersion(state: LedgerState, accountId: string): void {
  const account = accountIn(state, accountId);
  state.accounts.set(accountId, { ...account, version: account.version + 1 });
}

function newTransaction(event: Creation, kind: TransactionKind): TransactionState {
  const { payload, position, recordedAt } = event;
  const status = 'status' in payload ? payload.status : 'completed';
  return {
    transactionId: payload.transactionId,
    accountId: payload.accountId,
    kind,
    status,
    amountCents: 'deltaCents' in payload ? payload.deltaCents : payload.amountCents,
    feeCents: 'feeCents' in payload ? payload.feeCents : 0,
    category: 'category' in payload ? payload.category : null,
    bankDay: 'bankDay' in payload ? payload.bankDay : null,
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

function changeStatus(
  state: LedgerState,
  event: Extract<PlacedEvent, { type: 'TransactionStatusChanged' }>,
): void {
  const { transactionId, accountId, from, to, amountCents, bankDay } = event.payload;
  const transaction = knownTransaction(state, transactionId, event.position);
  if (transaction.status !== from) {
    throw new RangeError(`event ${event.position}: transaction ${transactionId} is not ${from}`);
  }
  putTransaction(state, {
    ...transaction,
    ...touchedAt(transaction, event),
    status: to,
    visibleAt: transaction.visibleAt ?? (isVisible(transaction.kind, to) ? event.recordedAt : null),
  });
  const counted = countsAsOutgoing(transaction.kind, from);
  const counts = countsAsOutgoing(transaction.kind, to);
  if (counted === counts || bankDay !== accountIn(state, accountId).outgoingDay || bankDay === null) return;
  addOutgoing(state, accountId, bankDay, counts ? amountCents : -amountCents);
}

function amend(state: LedgerState, event: Extract<PlacedEvent, { type: 'TransactionAmended' }>): void {
  const transaction = knownTransaction(state, event.payload.transactionId, event.position);
  const shownAt = event.payload.shownAt === null ? transaction.shownAt : new Date(event.payload.shownAt);
  putTransaction(state, { ...transaction, ...touchedAt(transaction, event), shownAt });
}

function touchedAt(
  transaction: TransactionState,
  event: PlacedEvent,
): Pick<TransactionState, 'revision' | 'changedPosition' | 'changedAt'> {
  return {
    revision: transaction.revision + 1,
    changedPosition: event.position,
    changedAt: event.recordedAt,
  };
}

function addOutgoing(state: LedgerState, accountId: string, bankDay: string, amountCents: number): void {
  const account = accountIn(state, accountId);
  const usedCents = account.outgoingDay === bankDay ? account.outgoingDayCents : 0;
  state.accounts.set(accountId, {
    ...account,
    outgoingDay: bankDay,
    outgoingDayCents: usedCents + amountCents,
  });
}

function knownTransaction(state: LedgerState, transactionId: string, position: number): TransactionState {
  const transaction = state.transactions.get(transactionId);
  if (transaction === undefined) {
    throw new RangeError(`event ${position}: transaction ${transactionId} does not exist`);
  }
  return transaction;
}

function putTransaction(state: LedgerState, transaction: TransactionState): void {
  state.transactions.set(transaction.transactionId, transaction);
}
