/** Maximum outgoing amount per account and bank day: $2,000.00 (TRF-8). */
export const DAILY_LIMIT_CENTS = 200_000;

/** Maximum size of an uploaded file: 10 MB (FILE-2). */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Maximum number of transactions decided together (TRF-21). */
export const MAX_BULK_DECISIONS = 100;

/** Maximum number of bank days in a statement (STM-1). */
export const MAX_STATEMENT_DAYS = 366;

/** Counting a list's rows stops here, because exact counts of long lists are slow and nobody needs them. */
export const MAX_COUNTED = 10_000;

/** Counting work-queue items of each kind stops here; no admin needs a larger number. */
export const MAX_WORK_COUNTED = 1_000;
