import { DatabaseError } from 'pg';
import { withAuditConnection, type AuditSql } from '../ledger/audit/audit-connection.js';
import { readSettings } from '../platform/config/read-settings.js';
import { CannotCheckError } from './exit-codes.js';

/** Names of the settings that say where the ledger is: the read-only role's, and the owner's for a rebuild. */
type Setting = 'DATABASE_AUDITOR_URL' | 'DATABASE_OWNER_URL';

/** Runs `work` on a connection of its own. Throws `CannotCheckError`, in plain words, if the database says no. */
export async function withDatabase<Result>(
  setting: Setting,
  work: (sql: AuditSql) => Promise<Result>,
): Promise<Result> {
  const { [setting]: url } = readSettings(process.env, [setting]);
  if (url === null) {
    throw new CannotCheckError(`${setting} is not set: it says which database to read, and as whom`);
  }
  try {
    return await withAuditConnection(url, work, { inThread: true });
  } catch (error) {
    throw isDatabaseError(error)
      ? new CannotCheckError(describeDatabaseError(error, setting), { cause: error })
      : error;
  }
}

interface ErrorWithCode extends Error {
  readonly code?: string;
}

const UNDEFINED_TABLE = '42P01';
const NOT_PERMITTED = '42501';
const CONNECTION_LOST = /^(timeout|Connection terminated)/;

function isDatabaseError(error: unknown): error is ErrorWithCode {
  if (!(error instanceof Error)) return false;
  return error instanceof DatabaseError || 'code' in error || CONNECTION_LOST.test(error.message);
}

function describeDatabaseError(error: ErrorWithCode, setting: Setting): string {
  if (!(error instanceof DatabaseError)) {
    // Where several addresses were tried, the message is empty and the code says it all.
    return `the database of ${setting} cannot be reached: ${error.message || (error.code ?? 'no answer')}`;
  }
  if (error.code === UNDEFINED_TABLE) return 'this database has no ledger: its tables are missing';
  if (error.code === NOT_PERMITTED) return `the role of ${setting} may not do that: ${error.message}`;
  return `the database of ${setting} refused: ${error.message}`;
}
