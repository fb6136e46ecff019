import { FEE_BASIS_POINTS, feeCentsOf } from '@moniker/common/fee.js';
import { isValidAmount, MAX_AMOUNT_CENTS } from '@moniker/common/money.js';
import { DAILY_LIMIT_CENTS } from '@moniker/common/limits.js';
import { balanceEffectOf, type TransactionStatus } from '@moniker/common/transactions.js';
import { availableCentsOf, isSystemAccount, SYSTEM_ACCOUNTS, type AccountState } from './accounts.js';
import { streamVersion } from './apply.js';
import type {
  AdjustBalance,
  ApplyApproved,
  ApplyGuarded,
  CancelTransfer,
  CloseAccount,
  CreateIncomingPayment,
  FreezeAccount,
  LedgerCommand,
  OpenAccount,
  Recipient,
  RecordAudit,
  RecordCredit,
  RequestTransfer,
  ReviewTransaction,
  StreamVersion,
  UnfreezeAccount,
} from './commands.js';
import { accountStream, guardedChangeOf, type NewEvent, userStream } from './events.js';
import { type GuardedChange, isSameChange } from './guarded-action.js';
import type { Refusal } from './refusals.js';
import type { LedgerState } from './state.js';
import { transitionEffect, type TransitionEffect, type TransactionState } from './transactions.js';

export type Decision =
  | { readonly ok: true; readonly events: readonly NewEvent[] }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Decides a command against the given state. Returns the command's events (none if the command changes nothing) or the
 * refusal. Pure: times, ids and digests come with the command.
 */
export function decide(command: LedgerCommand, state: LedgerState): Decision {
  switch (command.type) {
    case 'OpenAccount':
      return openAccount(command, state);
    case 'RequestTransfer':
      return requestTransfer(command, state);
    case 'CreateIncomingPayment':
      return createIncomingPayment(command, state);
    case 'RecordCredit':
      return recordCredit(command, state);
    case 'ReviewTransaction':
      return reviewTransaction(command, state);
    case 'CancelTransfer':
      return cancelTransfer(command, state);
    case 'AdjustBalance':
      return adjustBalance(command, state);
    case 'CloseAccount':
      return closeAccount(command, state);
    case 'FreezeAccount':
      return freezeAccount(command, state);
    case 'UnfreezeAccount':
      return unfreezeAccount(command, state);
    case 'RecordAudit':
      return recordAudit(command, state);
    case 'ApplyGuarded':
      return applyGuarded(command, state);
    case 'ApplyApproved':
      return applyApproved(command, state);
  }
}

function recordAudit({ stream, event, expectedVersion }: RecordAudit, state: LedgerState): Decision {
  const expected = expectedVersion === undefined ? [] : [{ stream, version: expectedVersion }];
  const stale = refusalOfChangedStream(expected, state);
  return stale === null ? accept({ stream, ...event }) : refuse(stale);
}

function applyGuarded(guarded: ApplyGuarded, state: LedgerState): Decision {
  const { command, policy, limit, unchanged } = guarded;
  const decision = decide(command, state);
  if (!decision.ok) return decision;
  const changes = changesIn(decision.events);
  const [change] = changes;
  if (change === undefined) return decision;
  const limited = changes.find(({ action }) => policy.rules[action] === 'limit');
  const stale = refusalOfChangedStream(limited ? [limit, ...unchanged] : unchanged, state);
  if (stale !== null) return refuse(stale);
  const usedCents = limit.usedCents + (limited?.amountCents ?? 0);
  const needsTwo = changes.some(({ action }) => policy.rules[action] === 'approval');
  if (needsTwo || (limited && usedCents > policy.dailyLimitCents)) {
    return refuse({ code: 'APPROVAL_REQUIRED', change });
  }
  return limited ? accept(limitUsed(guarded, limited, usedCents), ...decision.events) : decision;
}

/** Decides an approved command. The approval's event comes first, so a reader of the log sees it before the change. */
function applyApproved(
  { command, change, approval, unchanged }: ApplyApproved,
  state: LedgerState,
): Decision {
  const stale = refusalOfChangedStream(unchanged, state);
  if (stale !== null) return refuse(stale);
  const record = recordAudit(approval, state);
  if (!record.ok) return record;
  const decision = decide(command, state);
  if (!decision.ok) return decision;
  const [actual] = changesIn(decision.events);
  if (actual === undefined || !isSameChange(actual, change)) return refuse({ code: 'PROPOSAL_OUTDATED' });
  return accept(...record.events, ...decision.events);
}

/**
 * Returns the changes that a guarded command's events make. All these changes concern the same subject. A change to
 * the shown date comes last.
 */
function changesIn(events: readonly NewEvent[]): GuardedChange[] {
  return events.flatMap((event) => guardedChangeOf(event) ?? []);
}

function limitUsed({ customerId, limit }: ApplyGuarded, change: GuardedChange, usedCents: number): NewEvent {
  return {
    stream: limit.stream,
    type: 'AdminLimitUsed',
    payload: {
      userId: customerId,
      bankDay: limit.bankDay,
      action: change.action,
      subjectId: change.subjectId,
      amountCents: String(change.amountCents),
      usedCents: String(usedCents),
    },
  };
}

function refusalOfChangedStream(expected: readonly StreamVersion[], state: LedgerState): Refusal | null {
  const changed = expected.find(({ stream, version }) => streamVersion(state, stream) !== version);
  return changed === undefined ? null : { code: 'STREAM_CHANGED', stream: changed.stream };
}

function openAccount({ accountId }: OpenAccount, state: LedgerState): Decision {
  if (isSystemAccount(accountId) || state.accounts.has(accountId)) return refuse({ code: 'ACCOUNT_EXISTS' });
  return accept({ stream: accountStream(accountId), type: 'AccountOpened', payload: { accountId } });
}

function requestTransfer(command: RequestTransfer, state: LedgerState): Decision {
  const account = findExpectedAccount(command, state);
  if ('code' in account) return refuse(account);
  if (account.status === 'frozen') return refuse({ code: 'ACCOUNT_FROZEN' });
  const { transactionId, accountId, amountCents, category, textsDigest } = command;
  if (!isValidAmount(amountCents)) return refuse({ code: 'AMOUNT_INVALID' });
  if (state.transactions.has(transactionId)) return refuse({ code: 'TRANSACTION_EXISTS' });
  const recipient = command.recipient && openRecipient(command.recipient, state);
  if (recipient === undefined && command.requiresOpenRecipient) return refuse({ code: 'RECIPIENT_NOT_OPEN' });
  if (recipient?.accountId === accountId) return refuse({ code: 'OWN_RECIPIENT' });
  if (recipient && (recipient.paymentId === transactionId || state.transactions.has(recipient.paymentId))) {
    return refuse({ code: 'TRANSACTION_EXISTS' });
  }

  const status = 'pending';
  const feeCents = feeCentsOf(amountCents);
  const effect = transitionEffect({ kind: 'transfer', accountId, amountCents, feeCents }, null, status);
  const shortfallCents = computeShortfall(account, effect);
  if (shortfallCents > 0) {
    const availableCents = availableCentsOf(account);
    return refuse({ code: 'INSUFFICIENT_FUNDS', availableCents, shortfallCents });
  }
  const bankDay = laterDay(command.bankDay, account.outgoingDay);
  const usedCents = bankDay === account.outgoingDay ? account.outgoingDayCents : 0;
  if (usedCents + amountCents > DAILY_LIMIT_CENTS) {
    return refuse({ code: 'DAILY_LIMIT_EXCEEDED', limitCents: DAILY_LIMIT_CENTS, usedCents });
  }
  return accept({
    stream: accountStream(accountId),
    type: 'TransferRequested',
    payload: {
      transactionId,
      accountId,
      status,
      amountCents,
      feeCents,
      feeBasisPoints: FEE_BASIS_POINTS,
      category,
      bankDay,
      textsDigest,
      ...(recipient && { recipientId: recipient.accountId, paymentId: recipient.paymentId }),
      ...effect,
    },
  });
}

/**
 * Returns the recipient if they have an account that isn't closed. Anyone else is treated like a recipient outside the
 * bank.
 */
function openRecipient(recipient: Recipient, state: LedgerState): Recipient | undefined {
  return 'code' in findOpenAccount(recipient.accountId, state) ? undefined : recipient;
}

function createIncomingPayment(command: CreateIncomingPayment, state: LedgerState): Decision {
  const refusal = refusalOfIncomingTransaction(command, state);
  if (refusal !== null) return refuse(refusal);
  const { transactionId, accountId, status, amountCents, textsDigest, notesDigest } = command;
  const effect = transitionEffect(
    { kind: 'incoming_payment', accountId, amountCents, feeCents: 0 },
    null,
    status,
  );
  return accept({
    stream: accountStream(accountId),
    type: 'IncomingPaymentCreated',
    payload: {
      transactionId,
      accountId,
      status,
      amountCents,
      textsDigest,
      ...(notesDigest === undefined ? {} : { notesDigest }),
      ...effect,
    },
  });
}

function recordCredit(command: RecordCredit, state: LedgerState): Decision {
  const refusal = refusalOfIncomingTransaction(command, state);
  if (refusal !== null) return refuse(refusal);
  const { transactionId, accountId, status, amountCents, category, textsDigest } = command;
  const effect = transitionEffect({ kind: 'credit', accountId, amountCents, feeCents: 0 }, null, status);
  return accept({
    stream: accountStream(accountId),
    type: 'CreditRecorded',
    payload: { transactionId, accountId, status, amountCents, category, textsDigest, ...effect },
  });
}

function reviewTransaction(command: ReviewTransaction, state: LedgerState): Decision {
  const transaction = state.transactions.get(command.transactionId);
  if (transaction === undefined) return refuse({ code: 'TRANSACTION_NOT_FOUND' });
  const { status, revision, changedAt } = transaction;
  const isStale =
    (command.expectedRevision !== undefined && command.expectedRevision !== revision) ||
    (command.expectedStatus !== undefined && command.expectedStatus !== status);
  if (isStale) return refuse({ code: 'REVISION_STALE', status, changedAt });
  const account = findOpenAccount(transaction.accountId, state);
  if ('code' in account) return refuse(account);
  // In a transfer between customers, the recipient's payment changes only with the transfer, and both keep their dates
  // (TRF-66).
  const isHalf = transaction.pairId !== null;
  if (isHalf && (transaction.kind !== 'transfer' || command.shownAt !== null))
    return refuse({ code: 'PAIRED' });
  const events: NewEvent[] = [];
  if (command.status !== null && command.status !== status) {
    if (transaction.kind === 'adjustment') return refuse({ code: 'TRANSACTION_FINAL' });
    if (transaction.customerCanceledAt !== null) return refuse({ code: 'CANCELED_BY_CUSTOMER' });
    const change = statusChange(transaction, command.status);
    const refusal = refusalOfStatusChange(transaction, account, change.payload);
    if (refusal !== null) return refuse(refusal);
    const otherHalf = changeOtherHalf(transaction, change.payload, state);
    if ('code' in otherHalf) return refuse(otherHalf);
    events.push(change, ...otherHalf);
  }
  if (command.notesDigest !== null || command.shownAt !== null) events.push(amendment(transaction, command));
  return accept(...events);
}

/**
 * Returns the events that a transfer's status change causes for a recipient at this bank. Completing the transfer pays
 * the recipient the net amount (TRF-61). Changing the transfer from `completed` to any other status takes that amount
 * back (TRF-67). The payment then stays `failed` until the transfer is completed again.
 */
function changeOtherHalf(
  transfer: TransactionState,
  { from, to }: { readonly from: TransactionStatus; readonly to: TransactionStatus },
  state: LedgerState,
): NewEvent[] | Refusal {
  const { recipientId, pairId: paymentId } = transfer;
  if (recipientId === null || paymentId === null) return [];
  const [before, after] = [balanceEffectOf('transfer', from), balanceEffectOf('transfer', to)];
  if (before !== 'posts' && after !== 'posts') return [];
  const isReversal = before === 'posts';
  const recipient = findOpenAccount(recipientId, state);
  if ('code' in recipient) return { code: 'RECIPIENT_CLOSED', isReversal };
  const payment = state.transactions.get(paymentId);
  if (payment === undefined) return [newPayment(transfer, { accountId: recipientId, paymentId })];
  if (payment.pairId !== transfer.transactionId) return { code: 'TRANSACTION_EXISTS' };
  const change = statusChange(payment, isReversal ? 'failed' : 'completed');
  const shortfallCents = computeShortfall(recipient, change.payload);
  if (shortfallCents > 0) return { code: 'RECIPIENT_SHORT', shortfallCents };
  return [{ ...change, payload: { ...change.payload, transferId: transfer.transactionId } }];
}

/**
 * Builds the event that pays a recipient. The event has no texts of its own, because the transfer says who sent the
 * payment.
 */
function newPayment(transfer: TransactionState, { accountId, paymentId }: Recipient): NewEvent {
  const { transactionId: transferId, feeCents } = transfer;
  const [status, amountCents] = ['completed', transfer.amountCents - feeCents] as const;
  const payment = { kind: 'incoming_payment', accountId, amountCents, feeCents: 0 } as const;
  return {
    stream: accountStream(accountId),
    type: 'IncomingPaymentCreated',
    payload: {
      ...{ transactionId: paymentId, accountId, status, amountCents, transferId },
      ...transitionEffect(payment, null, status),
    },
  };
}

/** Decides a cancellation. Another customer's transaction counts as not found, like one that does not exist (TXN-8). */
function cancelTransfer({ transactionId, accountId }: CancelTransfer, state: LedgerState): Decision {
  const transaction = state.transactions.get(transactionId);
  if (transaction?.accountId !== accountId || transaction.kind !== 'transfer') {
    return refuse({ code: 'TRANSACTION_NOT_FOUND' });
  }
  const account = findOpenAccount(accountId, state);
  if ('code' in account) return refuse(account);
  const { status, amountCents, bankDay } = transaction;
  if (status !== 'pending' || bankDay === null) return refuse({ code: 'TRANSFER_NOT_PENDING', status });
  return accept({
    stream: accountStream(accountId),
    type: 'TransferCanceled',
    payload: {
      transactionId,
      accountId,
      amountCents,
      bankDay,
      ...transitionEffect(transaction, status, 'cancelled'),
    },
  });
}

function refusalOfStatusChange(
  transaction: TransactionState,
  account: AccountState,
  effect: TransitionEffect,
): Refusal | null {
  const shortfallCents = computeShortfall(account, effect);
  if (shortfallCents <= 0) return null;
  return balanceEffectOf(transaction.kind, transaction.status) === 'posts'
    ? { code: 'REVERSAL_EXCEEDS_AVAILABLE', shortfallCents }
    : { code: 'INSUFFICIENT_FUNDS', availableCents: availableCentsOf(account), shortfallCents };
}

function amendment({ transactionId, accountId }: TransactionState, command: ReviewTransaction): NewEvent {
  const shownAt = command.shownAt === null ? null : command.shownAt.toISOString();
  return {
    stream: accountStream(accountId),
    type: 'TransactionAmended',
    payload: { transactionId, accountId, notesDigest: command.notesDigest, shownAt },
  };
}

function adjustBalance(command: AdjustBalance, state: LedgerState): Decision {
  const account = findExpectedAccount(command, state);
  if ('code' in account) return refuse(account);
  const { transactionId, accountId, balanceCents: toCents, textsDigest } = command;
  if (!Number.isSafeInteger(toCents) || toCents < 0 || toCents > MAX_AMOUNT_CENTS) {
    return refuse({ code: 'AMOUNT_INVALID' });
  }
  if (state.transactions.has(transactionId)) return refuse({ code: 'TRANSACTION_EXISTS' });
  if (toCents < account.heldCents)
    return refuse({ code: 'BALANCE_BELOW_HELD', heldCents: account.heldCents });
  const fromCents = account.postedCents;
  if (fromCents !== (command.fromCents ?? fromCents)) return refuse({ code: 'PROPOSAL_OUTDATED' });
  const deltaCents = toCents - fromCents;
  if (deltaCents === 0) return { ok: true, events: [] };
  const entries = [
    { accountId, amountCents: deltaCents },
    { accountId: SYSTEM_ACCOUNTS.adjustments, amountCents: -deltaCents },
  ];
  return accept({
    stream: accountStream(accountId),
    type: 'BalanceAdjusted',
    payload: { transactionId, accountId, fromCents, toCents, deltaCents, textsDigest, holdCents: 0, entries },
  });
}

function closeAccount(command: CloseAccount, state: LedgerState): Decision {
  const account = findExpectedAccount(command, state);
  if ('code' in account) return refuse(account);
  const { accountId } = command;
  const cancellations = [...state.transactions.values()]
    .filter((transaction) => transaction.accountId === accountId && holds(transaction))
    .sort((one, other) => one.createdPosition - other.createdPosition)
    .map((transaction) => statusChange(transaction, 'cancelled'));
  const sweptCents = account.postedCents;
  const entries =
    sweptCents === 0
      ? []
      : [
          { accountId, amountCents: -sweptCents },
          { accountId: SYSTEM_ACCOUNTS.unclaimed, amountCents: sweptCents },
        ];
  return accept(...cancellations, {
    stream: accountStream(accountId),
    type: 'AccountClosed',
    payload: { accountId, sweptCents, holdCents: 0, entries },
  });
}

function freezeAccount({ accountId, reason, signIn }: FreezeAccount, state: LedgerState): Decision {
  const account = findOpenAccount(accountId, state);
  if ('code' in account) return refuse(account);
  return accept({
    stream: userStream(accountId),
    type: 'AccountFrozen',
    payload: { userId: accountId, reason, signIn },
  });
}

function unfreezeAccount({ accountId, reason }: UnfreezeAccount, state: LedgerState): Decision {
  const account = findOpenAccount(accountId, state);
  if ('code' in account) return refuse(account);
  if (account.status !== 'frozen') return refuse({ code: 'ACCOUNT_NOT_FROZEN' });
  return accept({
    stream: userStream(accountId),
    type: 'AccountUnfrozen',
    payload: { userId: accountId, reason },
  });
}

/**
 * Returns a command's account, or the refusal if the account is missing, closed or not at the version that the command
 * expects.
 */
function findExpectedAccount(
  { accountId, expectedVersion }: RequestTransfer | AdjustBalance | CloseAccount,
  state: LedgerState,
): AccountState | Refusal {
  const account = findOpenAccount(accountId, state);
  if ('code' in account) return account;
  const isChanged = expectedVersion !== undefined && expectedVersion !== account.version;
  return isChanged ? { code: 'ACCOUNT_CHANGED', balanceCents: account.postedCents } : account;
}

function statusChange(
  transaction: TransactionState,
  to: TransactionStatus,
): Extract<NewEvent, { type: 'TransactionStatusChanged' }> {
  const { transactionId, accountId, kind, status: from, amountCents, bankDay } = transaction;
  return {
    stream: accountStream(accountId),
    type: 'TransactionStatusChanged',
    payload: {
      transactionId,
      accountId,
      kind,
      from,
      to,
      amountCents,
      bankDay,
      ...transitionEffect(transaction, from, to),
    },
  };
}

/** Returns an account that isn't closed, or the refusal. A frozen account refuses only transfers. */
function findOpenAccount(accountId: string, state: LedgerState): AccountState | Refusal {
  const account = isSystemAccount(accountId) ? undefined : state.accounts.get(accountId);
  if (account === undefined) return { code: 'ACCOUNT_NOT_FOUND' };
  return account.status === 'closed' ? { code: 'ACCOUNT_CLOSED' } : account;
}

function refusalOfIncomingTransaction(
  command: CreateIncomingPayment | RecordCredit,
  state: LedgerState,
): Refusal | null {
  const account = findOpenAccount(command.accountId, state);
  if ('code' in account) return account;
  if (!isValidAmount(command.amountCents)) return { code: 'AMOUNT_INVALID' };
  return state.transactions.has(command.transactionId) ? { code: 'TRANSACTION_EXISTS' } : null;
}

/** Returns how far `available` would drop below zero; zero or negative if it would not. */
function computeShortfall(account: AccountState, effect: TransitionEffect): number {
  const posted = effect.entries
    .filter((entry) => entry.accountId === account.accountId)
    .reduce((sum, entry) => sum + entry.amountCents, 0);
  return -(availableCentsOf(account) + posted - effect.holdCents);
}

function holds(transaction: TransactionState): boolean {
  return balanceEffectOf(transaction.kind, transaction.status) === 'holds';
}

/** Returns the later day, so that a clock that steps back doesn't start a second limit for an earlier day. */
function laterDay(day: string, other: string | null): string {
  return other !== null && other > day ? other : day;
}

function accept(...events: NewEvent[]): Decision {
  return { ok: true, events };
}

function refuse(refusal: Refusal): Decision {
  return { ok: false, refusal };
}
