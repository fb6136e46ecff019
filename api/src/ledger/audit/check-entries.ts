import type { EntryLine } from '../domain/evolve.js';
import { entryRow } from '../projections/read-tables.js';
import type { Sql } from '../../platform/database/sql.js';
import { accountLabel } from './account-names.js';
import type { Finding } from './findings.js';
import { rowDifferences, type Row } from './row-differences.js';
import { pagesOf } from './snapshot.js';

interface EntryRow extends Row {
  readonly account_id: string;
  readonly position: number;
}

/**
 * Compares `ledger_entry` with the replay line by line: both go forward by position together, so that only a
 * page of each is in memory.
 */
export class EntryCheck {
  private readonly pages: AsyncGenerator<EntryRow[]>;
  private page: EntryRow[] = [];
  private next = 0;
  private isAtEnd = false;
  private rows = 0;

  constructor(sql: Sql) {
    this.pages = pagesOf<EntryRow>(sql, 'entry_check', 'select * from ledger_entry order by position');
  }

  /** Rows read so far. */
  get rowCount(): number {
    return this.rows;
  }

  /** Compares all rows up to `toPosition` with the lines that the replay gave up to there. */
  async compare(lines: readonly EntryLine[], toPosition: number): Promise<Finding[]> {
    const findings: Finding[] = [];
    const expected = new Map(lines.map((line) => [lineKey(line.position, line.accountId), line]));
    while (true) {
      const row = await this.takeUpTo(toPosition);
      if (row === null) break;
      const key = lineKey(row.position, row.account_id);
      const line = expected.get(key);
      expected.delete(key);
      const what =
        line === undefined ? 'is in the table, but the log has none' : rowDifferences(row, entryRow(line));
      if (what !== null) findings.push(entryFinding(row.position, row.account_id, what));
    }
    for (const { position, accountId } of expected.values()) {
      findings.push(entryFinding(position, accountId, 'is missing from the table'));
    }
    return findings;
  }

  private async takeUpTo(toPosition: number): Promise<EntryRow | null> {
    if (this.next >= this.page.length && !(await this.turnPage())) return null;
    const row = this.page[this.next];
    if (row === undefined || row.position > toPosition) return null;
    this.next += 1;
    this.rows += 1;
    return row;
  }

  private async turnPage(): Promise<boolean> {
    if (this.isAtEnd) return false;
    const turned = await this.pages.next();
    this.isAtEnd = turned.done === true;
    this.page = turned.done === true ? [] : turned.value;
    this.next = 0;
    return this.page.length > 0;
  }
}

function lineKey(position: number, accountId: string): string {
  return `${position} ${accountId}`;
}

function entryFinding(position: number, accountId: string, what: string): Finding {
  return { check: 'entries', position, what: `the entry line of ${accountLabel(accountId)}: ${what}` };
}
