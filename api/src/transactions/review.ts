import type { TransactionKind, TransactionStatus } from '../ledger/domain/transactions.js';
import { digestNotes, newSalt } from '../ledger/texts/transaction-texts.js';
import type { CommandContext, IdempotencyKey, Submission } from '../ledger/writer/submission.js';
import { AppError } from '../platform/http/app-error.js';
import type { TransactionView } from './transaction-queries.service.js';

/** Who asks for an effect, and under which key. */
export interface RequestMeta {
  readonly context: CommandContext;
  readonly idempotency: IdempotencyKey | undefined;
}

/** An admin's review of a transaction; what is left out stays as it is. */
export interface Review {
  readonly status?: TransactionStatus | undefined;
  readonly notes?: string | undefined;
  readonly shownAt?: Date | undefined;
  readonly expectedRevision?: number | undefined;
}

/**
 * The transaction, if this actor may review it. Throws NOT_FOUND for one of another kind or none, and OWN_TRANSFER
 * where an admin would decide on a transfer of their own account.
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

/** The command that a review is. Notes travel beside it, and only where they are new. */
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
