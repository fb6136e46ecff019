import { Option } from 'commander';
import { resolvePosition, type PointInTime } from '../ledger/audit/resolve-position.js';
import type { LogPosition } from '../ledger/audit/log-fold.js';
import { inSnapshot } from '../ledger/audit/snapshot.js';
import type { TrialBalance } from '../ledger/proof/checkpoint.js';
import { trialBalanceAt } from '../ledger/reports/trial-balance.js';
import { withDatabase } from './database.js';
import { isoTime } from './output.js';

/** The bank's books at a moment. */
export interface Books {
  readonly at: LogPosition;
  readonly balance: TrialBalance;
}

/** Options that the reports share. */
export interface ReportOptions {
  readonly at?: PointInTime;
  readonly format: 'table' | 'csv';
  readonly json?: true;
}

export const AT_FLAGS = '--at <position|day|time>';
export const AT_DESCRIPTION = 'the moment; a day such as 2026-01-31 is its end at the bank; left out, now';

/** `--format`; JSON has an option of its own. */
export function formatOption(): Option {
  return new Option('--format <format>', 'a table to read, or CSV')
    .choices(['table', 'csv'])
    .default('table')
    .conflicts('json');
}

/** Reads the books; the sums are taken by the database, so that a report over many accounts takes no memory. */
export function readBooks(at: PointInTime | undefined): Promise<Books> {
  return withDatabase('DATABASE_AUDITOR_URL', (sql) =>
    inSnapshot(sql, async () => {
      const place = await resolvePosition(sql, at);
      return { at: place, balance: await trialBalanceAt(sql, place.position) };
    }),
  );
}

/** What a report is a report of, in its first line. */
export function reportTitle(report: string, { position, recordedAt }: LogPosition): string {
  const when = position === 0 ? 'before the first event' : isoTime(recordedAt);
  return `${report} at position ${position}, ${when}`;
}
