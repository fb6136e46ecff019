import { Option } from 'commander';
import { resolvePosition, type PointInTime } from '../ledger/queries/resolve-position.js';
import type { LogPosition } from '../ledger/verify/log-fold.js';
import { inSnapshot } from '../platform/database/snapshot.js';
import type { TrialBalance } from '../ledger/reports/trial-balance.js';
import { trialBalanceAt } from '../ledger/reports/trial-balance.js';
import { withDatabase } from './database.js';
import { isoTime } from './output.js';

/** The bank's books at a position. */
export interface Books {
  readonly at: LogPosition;
  readonly balance: TrialBalance;
}

/** Options that all reports share. */
export interface ReportOptions {
  readonly at?: PointInTime;
  readonly format: 'table' | 'csv';
  readonly json?: true;
}

export const AT_FLAGS = '--at <position|day|time>';
export const AT_DESCRIPTION =
  'a point in the past; a day such as 2026-01-31 means the end of that bank day (default: now)';

/** The option `--format`. JSON has its own option. */
export function formatOption(): Option {
  return new Option('--format <format>', 'a table for people, or CSV')
    .choices(['table', 'csv'])
    .default('table')
    .conflicts('json');
}

/** Reads the books. The database computes the sums, so memory does not depend on the number of accounts. */
export function readBooks(at: PointInTime | undefined): Promise<Books> {
  return withDatabase('DATABASE_AUDITOR_URL', (sql) =>
    inSnapshot(sql, async () => {
      const resolved = await resolvePosition(sql, at);
      return { at: resolved, balance: await trialBalanceAt(sql, resolved.position) };
    }),
  );
}

/** Returns the first line of a report. */
export function reportTitle(report: string, { position, recordedAt }: LogPosition): string {
  const when = position === 0 ? 'before the first event' : isoTime(recordedAt);
  return `${report} at position ${position}, ${when}`;
}
