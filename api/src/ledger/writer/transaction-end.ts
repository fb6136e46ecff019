import { settleAll, type ClientSql } from '../../platform/database/sql.js';
import type { Batch } from './batch.js';
import { asUnavailable } from './in-flight-batch.js';
import type { Submission } from './submission.js';

/** A batch whose statements have been sent in an open transaction. */
export interface OpenBatch {
  readonly sql: ClientSql;
  readonly batch: Batch;
  readonly submissions: readonly Submission[];
  readonly statements: readonly Promise<unknown>[];
}

/**
 * Ends a batch's transaction, whose statements may still be running. Resolves only if everything is committed.
 *
 * @throws HeadMovedError nothing was committed; the batch can be decided again
 * @throws LedgerUnavailableError the outcome is unknown, or every retry would fail too
 * @throws Error a statement failed; nothing was committed
 */
export type TransactionEnd = (open: OpenBatch) => Promise<void>;

/** Ends transactions for a log in PostgreSQL, which turns a commit into a rollback if a statement has failed. */
export const commitAtOnce: TransactionEnd = ({ sql, statements }) =>
  settleAll([...statements, sql.query('commit')]).catch((error: unknown) => {
    throw asUnavailable(error);
  });
