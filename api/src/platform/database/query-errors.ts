import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';
const LOCK_NOT_AVAILABLE = '55P03';

/** Returns the unique constraint that a statement violated, or null for any other error. */
export function violatedUniqueConstraint(error: unknown): string | null {
  const { code, constraint } = driverError(error);
  return code === UNIQUE_VIOLATION ? (constraint ?? '') : null;
}

/** Whether a statement failed because it waited for a lock longer than its `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return driverError(error).code === LOCK_NOT_AVAILABLE;
}

/** Returns PostgreSQL's error fields for a failed statement; empty for any other error. */
function driverError(error: unknown): { code?: string; constraint?: string } {
  return error instanceof QueryFailedError
    ? (error.driverError as { code?: string; constraint?: string })
    : {};
}
