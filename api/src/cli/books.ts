import { Option } from 'commander';
import type { Books, LogPosition, PointInTime } from '../ledger/audit/ledger-audit.js';
import { withAudit } from './database.js';
import { recordedText } from './output.js';

/** Options that all reports share. */
export interface ReportOptions {
  readonly at?: PointInTime;
  readonly format: 'table' | 'csv';
  readonly json?: true;
}

export const AT_FLAGS = '--at <position|day|time>';
export const AT_DESCRIPTION =
  "a point in the past; a day such as 2026-01-31 means its end in the bank's time zone (default: now)";

/** The option `--format`. JSON has its own option. */
export function formatOption(): Option {
  return new Option('--format <format>', 'a table for people, or CSV')
    .choices(['table', 'csv'])
    .default('table')
    .conflicts('json');
}

/** Reads the books at a point in time, by default now. */
export function readBooks(at: PointInTime | undefined): Promise<Books> {
  return withAudit((audit) => audit.books(at));
}

/** Returns a report's first line. */
export function reportTitle(report: string, at: LogPosition): string {
  return `${report} at position ${at.position}, ${recordedText(at)}`;
}
