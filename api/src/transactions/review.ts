import type { TransactionKind, TransactionStatus } from '../ledger/domain/transactions.js';
import { digestNotes, newSalt } from '../ledger/texts/transaction-texts.js';
import type { CommandContext, IdempotencyKey, Submission } from '../ledger/writer/submission.js';
import { AppError } from '../http/app-error.js';
import type { TransactionView } from './transaction-queries.service.js';

/** The actor of a request and its idempotency key. */
export interface RequestMeta {
  readonly context: CommandContext;
  readonly idempotency: IdempotencyKey | undefined;
}

/** An admin's review of a transaction. Missing fields stay unchanged. */
export interface Review {
  readonly status?: TransactionStatus | undefined;
  readonly notes?: string | undefined;
  readonly shownAt?: Date | undefined;
  readonly expectedRevision?: number | undefined;
}

/**
 * Returns the transaction if this actor may review it.
 *
 * @throws NOT_FOUND the transaction does not exist or is of another kind
 * @throws OWN_TRANSFER the transfer leaves the actor's own account (TRF-20)
 */
export function requireReviewable(
  row: TransactionView | null | undefined,
  kinds: readonly TransactionKind[],
  { actor }: CommandContext,
): TransactionView {
  if (!row || !kinds.includes(row.kind)) throw new AppError('NOT_FOUND');
  if (row.kind === 'transfer' && actor === `user:${row.accountId}`) throw new AppError('OWN_TRANSFER');
  return row;
}

/** Builds the submission of a review. Notes are stored apart from the event (LED-8), and only if they changed. */
export function reviewSubmission(
  before: TransactionView,
  { status, notes, shownAt, expectedRevision }: Review,
  { context, idempotency }: RequestMeta,
): Submission {
  const transactionId = before.id;
  const isNewNote = notes !== undefined && notes !== (before.adminNotes ?? '');
  const salt = newSalt();
  return {
    command: {
      type: 'ReviewTransaction',
      transactionId,
      status: status ?? null,
      notesDigest: isNewNote ? digestNotes(notes, salt) : null,
      shownAt: shownAt ?? null,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    },
    context,
    ...(idempotency === undefined ? {} : { idempotency }),
    ...(isNewNote ? { texts: { kind: 'notes', transactionId, salt, notes } } : {}),
  };
}
