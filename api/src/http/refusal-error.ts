import { formatUsd } from '@moniker/common/money.js';
import type { Outcome, Receipt, WriteRefusal } from '../ledger/writer/submission.js';
import { AppError, type ErrorCode } from './app-error.js';

/** Reasons to refuse a transfer. */
export const TRANSFER_REFUSALS = [
  'AMOUNT_INVALID',
  'ACCOUNT_CLOSED',
  'ACCOUNT_QUARANTINED',
  'INSUFFICIENT_FUNDS',
  'DAILY_LIMIT_EXCEEDED',
  'ACCOUNT_NUMBER_MISSING',
  'KYC_REJECTED',
  'ACCOUNT_FROZEN',
  'OWN_RECIPIENT',
] as const satisfies readonly ErrorCode[];

/** Reasons to refuse a moniker lookup. */
export const LOOKUP_REFUSALS = [
  'MONIKER_NOT_FOUND',
  'MONIKER_TRANSFERS_OFF',
  'ACCOUNT_NUMBER_MISSING',
  'KYC_REJECTED',
  'ACCOUNT_FROZEN',
  'OWN_RECIPIENT',
] as const satisfies readonly ErrorCode[];

/** Reasons to refuse a customer's request to cancel a transfer. */
export const CANCELLATION_REFUSALS = [
  'ACCOUNT_CLOSED',
  'ACCOUNT_QUARANTINED',
  'TRANSFER_NOT_PENDING',
] as const satisfies readonly ErrorCode[];

/** Reasons to refuse a decision on a transaction. */
export const REVIEW_REFUSALS = [
  'APPROVAL_REQUIRED',
  'ACCOUNT_CLOSED',
  'ACCOUNT_QUARANTINED',
  'ALREADY_DECIDED',
  'TEXTS_CHANGED',
  'TRANSACTION_FINAL',
  'CANCELED_BY_CUSTOMER',
  'REVERSAL_EXCEEDS_AVAILABLE',
  'INSUFFICIENT_FUNDS',
  'OWN_TRANSFER',
  'PAIRED',
  'RECIPIENT_CLOSED',
  'RECIPIENT_SHORT',
] as const satisfies readonly ErrorCode[];

/**
 * Returns the receipt of an accepted command.
 *
 * @throws AppError the command was refused
 */
export function receiptOrThrow(outcome: Outcome): Receipt {
  if (!outcome.ok) throw refusalError(outcome.refusal);
  return outcome.receipt;
}

function notCancelable(status: string): string {
  if (status === 'cancelled') return 'This transfer is already canceled';
  if (status === 'failed') return 'This transfer was already declined';
  return `This transfer can no longer be canceled: it is ${status.replaceAll('_', ' ')}`;
}

/** Converts a ledger refusal into an error for users. */
export function refusalError(refusal: WriteRefusal): AppError {
  switch (refusal.code) {
    case 'INSUFFICIENT_FUNDS': {
      const available = formatUsd(refusal.availableCents);
      return new AppError(refusal.code, `You don't have enough money. Available balance: ${available}`);
    }
    case 'DAILY_LIMIT_EXCEEDED': {
      const left = formatUsd(Math.max(0, refusal.limitCents - refusal.usedCents));
      return new AppError(
        'DAILY_LIMIT_EXCEEDED',
        `Daily withdrawal limit exceeded. You can send up to ${formatUsd(refusal.limitCents)} a day; ${left} is left today.`,
        { withdrawalLimitExceeded: true },
      );
    }
    case 'REVERSAL_EXCEEDS_AVAILABLE':
      return new AppError(
        'REVERSAL_EXCEEDS_AVAILABLE',
        `This reversal exceeds the available balance by ${formatUsd(refusal.shortfallCents)}`,
      );
    case 'RECIPIENT_NOT_OPEN':
    case 'RECIPIENT_SHORT':
    case 'RECIPIENT_CLOSED':
      return recipientError(refusal);
    case 'BALANCE_BELOW_HELD':
      return new AppError(
        'BALANCE_BELOW_HELD',
        `You can't set the balance below the ${formatUsd(refusal.heldCents)} on hold`,
      );
    case 'ACCOUNT_CHANGED': {
      const accountBalance = formatUsd(refusal.balanceCents);
      return new AppError(
        'ACCOUNT_CHANGED',
        `This account has changed since you opened it. Its balance is now ${accountBalance}`,
        { accountBalance },
      );
    }
    case 'REVISION_STALE':
      return new AppError(
        'ALREADY_DECIDED',
        `This was already decided: ${refusal.status} on ${refusal.changedAt.toISOString()}`,
      );
    case 'TRANSFER_NOT_PENDING':
      return new AppError('TRANSFER_NOT_PENDING', notCancelable(refusal.status));
    case 'AMOUNT_INVALID':
      return new AppError('AMOUNT_INVALID', undefined, { fields: ['amount'] });
    case 'ACCOUNT_CLOSED':
    case 'ACCOUNT_FROZEN':
    case 'ACCOUNT_QUARANTINED':
    case 'TRANSACTION_FINAL':
    case 'CANCELED_BY_CUSTOMER':
    case 'OWN_RECIPIENT':
    case 'PAIRED':
    case 'IDEMPOTENCY_KEY_REUSED':
    case 'APPROVAL_REQUIRED':
    case 'PROPOSAL_OUTDATED':
    case 'TOO_MANY_PROPOSALS':
      return new AppError(refusal.code);
    case 'ACCOUNT_NOT_FOUND':
    case 'TRANSACTION_NOT_FOUND':
      return new AppError('NOT_FOUND');
    case 'ACCOUNT_EXISTS':
    case 'ACCOUNT_NOT_FROZEN':
    case 'TRANSACTION_EXISTS':
    case 'STREAM_CHANGED':
      return new AppError('CONFLICT');
  }
}

/**
 * Returns the error for a moniker to which the user can no longer send money or a request for money. The error is the
 * same for every reason, so it reveals neither a block nor a setting (TRF-104, TRF-115).
 */
export const monikerRefused = (): AppError =>
  new AppError(
    'MONIKER_NOT_FOUND',
    "We can't pay this person by moniker. Use their account and routing numbers instead.",
    { fields: ['recipientMoniker'] },
  );

/** Why a transfer's recipient cannot be paid, or cannot pay the money back. */
function recipientError(
  refusal: Extract<WriteRefusal, { code: 'RECIPIENT_NOT_OPEN' | 'RECIPIENT_SHORT' | 'RECIPIENT_CLOSED' }>,
): AppError {
  const { code } = refusal;
  if (code === 'RECIPIENT_NOT_OPEN') {
    return monikerRefused();
  }
  if (refusal.code === 'RECIPIENT_SHORT') {
    const missing = formatUsd(refusal.shortfallCents);
    const message = `The recipient is ${missing} short, so this transfer can't be reversed. To cover it, raise their balance by ${missing} first`;
    return new AppError(code, message);
  }
  return refusal.isReversal
    ? new AppError(code, "The recipient's account here is closed, so this transfer can't be reversed")
    : new AppError(code);
}
