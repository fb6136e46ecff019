/**
 * How long a transaction that holds the head of the log may stay idle before the server ends it. A process that is stopped
 * or unreachable would otherwise stop all other writers (OPS-11). A writer that merely hesitates repeats its batch.
 */
export const HEAD_LOCK_IDLE_TIMEOUT_MS = 3_000;

/** Applies the limit to the current transaction, also of a follower, whose position only one process may hold. */
export const LIMIT_IDLE_TRANSACTION = `set local idle_in_transaction_session_timeout = ${HEAD_LOCK_IDLE_TIMEOUT_MS}`;
