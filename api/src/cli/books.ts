import { Option } from 'commander';
import { placeAt, type Moment } from '../ledger/audit/moment.js';
import type { LogPlace } from '../ledger/audit/log-fold.js';
import { inSnapshot } from '../ledger/audit/snapshot.js';
import type { TrialBalance } from '../ledger/proof/checkpoint.js';
import { trialBalanceAt } from '../ledger/reports/trial-balance.js';
import { onDatabase } from './database.js';
import { isoTime } from './output.js';

/** The bank's books at a moment. */
export interface Books {
  readonly at: LogPlace;
  readonly balance: TrialBalance;
}

/** Options that the reports share. */
export interface ReportOptions {
  readonly at?: Moment;
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
export function booksAt(at: Moment | undefined): Promise<Books> {
  return onDatabase('DATABASE_AUDITOR_URL', (sql) =>
    inSnapshot(sql, async () => {
      const place = await placeAt(sql, at);
      return { at: place, balance: await trialBalanceAt(sql, place.position) };
    }),
  );
}

/** What a report is a report of, in its first line. */
export function titleOf(report: string, { position, recordedAt }: LogPlace): string {
  const when = position === 0 ? 'before the first event' : isoTime(recordedAt);
  return `${report} at position ${position}, ${when}`;
}
