/**
 * How long a transaction that locks the head of the log may stay idle before the server ends it. Without this limit, a
 * hung or unreachable process would block all other writers (OPS-11). A writer that was merely slow retries its batch.
 */
export const HEAD_LOCK_IDLE_TIMEOUT_MS = 3_000;

/**
 * Applies `HEAD_LOCK_IDLE_TIMEOUT_MS` to the current transaction. Log followers use it too: otherwise a hung process
 * would keep the follower's position locked, and no other process could continue.
 */
export const LIMIT_IDLE_TRANSACTION = `set local idle_in_transaction_session_timeout = ${HEAD_LOCK_IDLE_TIMEOUT_MS}`;
