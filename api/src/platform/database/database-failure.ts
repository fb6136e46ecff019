import { QueryFailedError, QueryRunnerAlreadyReleasedError } from 'typeorm';

/** A failure of the database itself, as opposed to a statement that it rejects. */
export interface DatabaseFailure {
  /** The SQLSTATE, the system error or `CONNECTION_LOST`. */
  readonly code: string;
  /**
   * Whether the failure persists although the database responds: a resource is used up, or the database is read-only or
   * damaged.
   */
  readonly isLasting: boolean;
}

/**
 * SQLSTATEs of a server that is unreachable (08), rolls back a conflict (40), lacks a resource such as disk space or
 * connections (53), cancels a statement or shuts down (55P03, 57), accepts no changes (25006) or is damaged (58, XX).
 */
const FAILED = /^(08|40|53|57|58|XX|25006|55P03)/;
/** Severities of the errors with which the server ends a session, for whatever reason. */
const FATAL = new Set<unknown>(['FATAL', 'PANIC']);
/**
 * SQLSTATEs of lasting failures: a resource is used up (53), or the database is read-only (25006) or damaged (58, XX).
 */
const LASTING = /^(53|58|XX|25006)/;
const SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Messages of errors that the driver and its pool throw without a code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|timeout e(xceeded|xpired)|Query read timeout|Client (has encountered|was closed))/;
/** Ends the search if causes are circular. Real errors are not nested this deep. */
const MAX_DEPTH = 5;

/** Finds a failure of the database in an error or its causes. Returns null for any other error, such as a bug. */
export function databaseFailureOf(error: unknown, depth = 0): DatabaseFailure | null {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return null;
  const code = failureCode(error);
  if (code !== null) return { code, isLasting: LASTING.test(code) };
  for (const inner of innerErrors(error)) {
    const failure = databaseFailureOf(inner, depth + 1);
    if (failure !== null) return failure;
  }
  return null;
}

function failureCode(error: Error): string | null {
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error;
    const isFatal = 'severity' in error && FATAL.has(error.severity);
    return isFatal || SYSTEM_ERRORS.has(code) || (code.length === 5 && FAILED.test(code)) ? code : null;
  }
  // TypeORM throws this error if the connection was lost between two statements of a transaction.
  const isLost = error instanceof QueryRunnerAlreadyReleasedError || DRIVER_MESSAGES.test(error.message);
  return isLost ? 'CONNECTION_LOST' : null;
}

function innerErrors(error: Error): unknown[] {
  if (error instanceof QueryFailedError) return [error.driverError];
  // One error for each of the host's addresses.
  if (error instanceof AggregateError) return error.errors;
  return [error.cause];
}
