import { DatabaseError } from 'pg';
import {
  RemoteLogUnavailableError,
  withLedgerAudit,
  type LedgerAudit,
} from '../ledger/audit/ledger-audit.js';
import { readKurrentSettings } from '../platform/config/config.js';
import { readSettings } from '../platform/config/read-settings.js';
import { CannotCheckError } from './exit-codes.js';

/** The setting with the database URL. Most commands use the read-only role; commands that write use the owner. */
type Setting = 'DATABASE_AUDITOR_URL' | 'DATABASE_OWNER_URL';

/**
 * Runs an audit, by default with the read-only role.
 *
 * @throws CannotCheckError the setting is missing, or the database or log is unreachable or refuses access
 * @throws UnusableLogError the log is not where LEDGER_LOG says
 */
export function withAudit<Result>(
  work: (audit: LedgerAudit) => Promise<Result>,
  setting: Setting = 'DATABASE_AUDITOR_URL',
): Promise<Result> {
  const checked = async (audit: LedgerAudit): Promise<Result> => {
    await audit.assertLogLocation();
    return work(audit);
  };
  return withDatabase(setting, (url) =>
    withLedgerAudit(url, checked, { inThread: true, kurrent: readKurrentSettings(process.env) }),
  );
}

/**
 * Runs `work` with the database URL from a setting.
 *
 * @throws CannotCheckError the setting is missing, or a server is unreachable or refuses access
 */
export async function withDatabase<Result>(
  setting: Setting,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { [setting]: url } = readSettings(process.env, [setting]);
  if (url === null) {
    throw new CannotCheckError(describeMissing(setting));
  }
  try {
    return await work(url);
  } catch (error) {
    if (error instanceof RemoteLogUnavailableError) {
      const { cause } = error;
      const reason = cause instanceof Error ? cause.message : 'no answer';
      throw new CannotCheckError(`The log at KURRENTDB_URL can't be read: ${reason}`, { cause });
    }
    throw isDatabaseError(error)
      ? new CannotCheckError(describeDatabaseError(error, setting, url), { cause: error })
      : error;
  }
}

/**
 * Says that the setting is missing. If there is a data folder but no database URL at all, the message suggests starting
 * a bank first, because this machine may not have one yet.
 */
function describeMissing(setting: Setting): string {
  const { DATABASE_AUDITOR_URL: auditor } = readSettings(process.env, ['DATABASE_AUDITOR_URL']);
  const folder = process.env['DATA_DIR'];
  return folder !== undefined && auditor === null
    ? `There's no ledger in ${folder}. Run npm start first, or set ${setting}.`
    : `${setting} isn't set. Set it to a database URL that contains the role to connect as.`;
}

interface ErrorWithCode extends Error {
  readonly code?: string;
}

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';
const NOT_PERMITTED = '42501';
const CONNECTION_LOST = /^(timeout|Connection terminated)/;

function isDatabaseError(error: unknown): error is ErrorWithCode {
  if (!(error instanceof Error)) return false;
  return error instanceof DatabaseError || 'code' in error || CONNECTION_LOST.test(error.message);
}

function describeDatabaseError(error: ErrorWithCode, setting: Setting, url: string): string {
  if (!(error instanceof DatabaseError)) {
    return `The database isn't reachable at ${new URL(url).host} (${error.code ?? error.message}). Start it, or correct its URL.`;
  }
  if (error.code === UNDEFINED_TABLE)
    return `The database at ${setting} has no ledger: its tables are missing.`;
  if (error.code === UNDEFINED_COLUMN)
    return `The database at ${setting} doesn't match this program's version: ${error.message}`;
  if (error.code === NOT_PERMITTED) return `The role in ${setting} lacks a permission: ${error.message}`;
  return `The database at ${setting} reported an error: ${error.message}`;
}
