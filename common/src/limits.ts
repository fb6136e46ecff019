/** Maximum outgoing amount per account and bank day: $2,000.00 (TRF-8). */
export const DAILY_LIMIT_CENTS = 200_000;

/** Maximum size of an uploaded file: 10 MB (FILE-2). */
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** Maximum number of transactions that are decided together (TRF-21). */
export const MAX_BULK_DECISIONS = 100;

/** Maximum number of bank days that a statement covers (STM-1). */
export const MAX_STATEMENT_DAYS = 366;

/** Counting rows of a list stops here, because exact counts of long lists are slow and nobody needs them. */
export const MAX_COUNTED = 10_000;

/** Counting items of the work queue stops here for each kind; no admin needs a larger number. */
export const MAX_WORK_COUNTED = 1_000;
