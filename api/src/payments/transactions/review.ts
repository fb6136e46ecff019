import type { TransactionKind, TransactionStatus } from '@moniker/common/transactions.js';
import { digestNotes, newSalt } from '../../ledger/texts/transaction-texts.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { GuardedSubmission } from '../../ledger/approvals/ledger-approvals.service.js';
import type { CommandTarget } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import type { TransactionView } from './transaction-queries.service.js';

/** An admin's review of a transaction. Missing fields stay unchanged. */
export interface Review {
  readonly status?: TransactionStatus | undefined;
  readonly notes?: string | undefined;
  /** Why a transfer is declined, as the customer reads it (TRF-86). */
  readonly customerReason?: string | undefined;
  readonly shownAt?: Date | undefined;
  /** The revision that the review is based on; the current one if missing. */
  readonly expectedRevision?: number | undefined;
  /** The status that the transaction must still have; any if missing. */
  readonly expectedStatus?: TransactionStatus | undefined;
}

/** A transaction to review, and its customer. */
export interface ReviewTarget extends CommandTarget {
  readonly before: TransactionView;
}

/**
 * Returns the target of a review. Admins who review their own transfers get a specific error (TRF-20).
 *
 * @throws NOT_FOUND the transaction does not exist or is not of one of these kinds
 */
export function reviewTargetOf(
  row: TransactionView | null | undefined,
  kinds: readonly TransactionKind[],
): ReviewTarget {
  if (!row || !kinds.includes(row.kind)) throw new AppError('NOT_FOUND');
  const target = { before: row, customerId: row.accountId, recipientId: row.recipientId };
  return row.kind === 'transfer' ? { ...target, ownAccountError: new AppError('OWN_TRANSFER') } : target;
}

/** Returns the status that a review sets, or null if the transaction keeps its status. */
export function newStatus({ before }: ReviewTarget, { status }: Review): TransactionStatus | null {
  return status === undefined || status === before.status ? null : status;
}

/**
 * Refuses a reason for the customer unless the decision declines a transfer (TRF-86). Giving the existing
 * reason again is allowed, so that a request can be repeated.
 *
 * @throws CUSTOMER_REASON_UNUSED
 */
export function refuseUnusedReason({ before }: ReviewTarget, { status, customerReason }: Review): void {
  if (!customerReason) return;
  const declines = before.kind === 'transfer' && status === 'failed';
  if (declines && (before.status !== 'failed' || before.customerReason === customerReason)) return;
  throw unusedReasonError();
}

export function unusedReasonError(): AppError {
  return new AppError('CUSTOMER_REASON_UNUSED', undefined, { fields: ['customerReason'] });
}

/**
 * Returns what a transaction's reason for the customer will be after the review. A reason belongs to the decision that
 * declined the transfer, so the next status change removes the reason.
 */
function customerReasonAfter(before: TransactionView, { status, customerReason }: Review): string | null {
  if (status === undefined || status === before.status) return before.customerReason;
  return (status === 'failed' && customerReason) || null;
}

/**
 * Builds a review's submission. Notes and the reason for the customer are stored outside the event (LED-8), and only
 * if they changed. If no revision is given, the review is based on the revision of `before`, so only one of several
 * concurrent reviews succeeds (ADM-41).
 */
export function reviewSubmission(
  before: TransactionView,
  review: Review,
  context: CommandContext,
  idempotency: IdempotencyKey | undefined,
): GuardedSubmission {
  const { status, shownAt, expectedRevision = before.revision, expectedStatus } = review;
  const transactionId = before.id;
  const [oldNotes, oldReason] = [before.adminNotes ?? '', before.customerReason];
  const notes = review.notes ?? oldNotes;
  const customerReason = customerReasonAfter(before, review);
  const isNewNote = notes !== oldNotes || customerReason !== oldReason;
  const texts = { notes, ...(customerReason !== null && { customerReason }) };
  const salt = newSalt();
  return {
    command: {
      type: 'ReviewTransaction',
      transactionId,
      status: status ?? null,
      notesDigest: isNewNote ? digestNotes(notes, salt, texts.customerReason) : null,
      shownAt: shownAt ?? null,
      expectedRevision,
      ...(expectedStatus && { expectedStatus }),
    },
    context,
    ...(idempotency && { idempotency }),
    ...(isNewNote ? { texts: { kind: 'notes', transactionId, salt, ...texts } } : {}),
  };
}
