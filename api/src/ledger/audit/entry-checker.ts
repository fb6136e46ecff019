import type { AccountEntry } from '../domain/apply.js';
import { entryRow } from '../projections/read-tables.js';
import { CopyReader } from '../../platform/database/copy-reader.js';
import { accountLabel } from './account-names.js';
import type { AuditSql } from './audit-connection.js';
import type { Finding } from './finding-list.js';
import { describeRowDifferences, type Row } from './describe-row-differences.js';
import { CopyRowEncoder, TableRows } from './table-rows.js';

const SHAPE = {
  account_id: 'id',
  position: 'number',
  account_version: 'number',
  transaction_id: 'id',
  amount_cents: 'number',
  hold_cents: 'number',
  posted_after_cents: 'number',
  held_after_cents: 'number',
} as const;

/** Lines and rows that wait for each other; beyond, the server is asked for the rows in order. */
export const MAX_UNMATCHED = 50_000;

/** The rows are not stored in the order of the log, so they have to be sorted to be compared in little memory. */
export class RowsOutOfOrderError extends Error {
  override name = 'RowsOutOfOrderError';
}

export interface EntryCheckerOptions {
  readonly isSorted: boolean;
  readonly after: number | null;
  readonly maxUnmatched?: number | undefined;
}

/**
 * Compares `ledger_entry` with the replay line by line. The writer stores lines in the order of the log, so both sides
 * go forward together and are compared as bytes; a row or line that meets another waits for its own.
 */
export class EntryChecker {
  private readonly reader = new CopyReader();
  private readonly expected = new CopyRowEncoder();
  private readonly unmatchedRows = new Map<string, Row>();
  private readonly unmatchedEntries = new Map<string, AccountEntry>();
  private readonly findings: Finding[] = [];
  private rows = 0;

  private constructor(
    private readonly table: TableRows,
    private readonly chunks: AsyncGenerator<Buffer, void>,
    private readonly isSorted: boolean,
    private readonly maxUnmatched: number,
  ) {}

  /**
   * `isSorted` has the server sort the rows, which costs it more than all else; with `after`, only those of later
   * positions are compared.
   */
  static async open(
    sql: AuditSql,
    { isSorted, after, maxUnmatched = MAX_UNMATCHED }: EntryCheckerOptions,
  ): Promise<EntryChecker> {
    const table = await TableRows.of(sql, 'ledger_entry', SHAPE);
    const rows = table.select({ column: 'position', after });
    const select = isSorted ? `${rows} order by position` : rows;
    return new EntryChecker(table, sql.copyOut(select), isSorted, maxUnmatched);
  }

  /** Rows read so far. */
  get rowCount(): number {
    return this.rows;
  }

  /**
   * Compares the next lines of the replay, in order. Throws `RowsOutOfOrderError` where too many rows have to wait for
   * their lines.
   */
  async compare(lines: readonly AccountEntry[]): Promise<Finding[]> {
    for (const line of lines) {
      if (this.unmatchedRows.size > 0 && this.matchUnmatchedRow(line)) continue;
      this.encodeExpected(line);
      let isDone = false;
      while (!isDone && (this.reader.next() || (await this.nextChunk()))) isDone = this.matchNextRow(line);
      if (!isDone) this.unmatchedEntries.set(entryKey(line.position, line.accountId), line);
    }
    if (this.isSorted) this.reportRowsUpTo(lines.at(-1)?.position ?? 0);
    if (!this.isSorted && this.unmatchedRows.size + this.unmatchedEntries.size > this.maxUnmatched)
      throw new RowsOutOfOrderError();
    return this.findings.splice(0);
  }

  /** Compares what is left, up to a position from which on the replay is not what the writer had. */
  async finish(upTo: number): Promise<Finding[]> {
    this.reportRowsUpTo(upTo);
    while (this.reader.next() || (await this.nextChunk())) {
      this.rows += 1;
      const row = this.table.decode(this.reader.row);
      if (Number(row['position']) <= upTo && !this.matchUnmatchedEntry(row)) this.report(row, NOT_IN_LOG);
    }
    for (const line of this.unmatchedEntries.values()) this.report(entryRow(line), NOT_IN_TABLE);
    return this.findings.splice(0);
  }

  /** Ends the reading of the table, wherever it is. */
  async close(): Promise<void> {
    await this.chunks.return();
  }

  /** Compares the next row; false where it is another line's and this one's may be still to come. */
  private matchNextRow(line: AccountEntry): boolean {
    this.rows += 1;
    const view = this.reader.row;
    if (this.expected.equals(view.bytes, view.start, view.end)) return true;
    const row = this.table.decode(view);
    if (rowKey(row) === entryKey(line.position, line.accountId)) {
      this.compareRow(row, line);
      return true;
    }
    if (!this.matchUnmatchedEntry(row)) this.unmatchedRows.set(rowKey(row), row);
    if (Number(row['position']) <= line.position) return false;
    if (this.isSorted) this.report(entryRow(line), NOT_IN_TABLE);
    else this.unmatchedEntries.set(entryKey(line.position, line.accountId), line);
    return true;
  }

  private matchUnmatchedRow(line: AccountEntry): boolean {
    const key = entryKey(line.position, line.accountId);
    const row = this.unmatchedRows.get(key);
    if (row === undefined) return false;
    this.unmatchedRows.delete(key);
    this.compareRow(row, line);
    return true;
  }

  private matchUnmatchedEntry(row: Row): boolean {
    const line = this.unmatchedEntries.get(rowKey(row));
    if (line === undefined) return false;
    this.unmatchedEntries.delete(rowKey(row));
    this.compareRow(row, line);
    return true;
  }

  private compareRow(row: Row, line: AccountEntry): void {
    const what = describeRowDifferences(row, entryRow(line));
    if (what !== null) this.report(row, what);
  }

  /** The log has been there, so no line will come for these rows. */
  private reportRowsUpTo(position: number): void {
    for (const [key, row] of this.unmatchedRows) {
      if (Number(row['position']) > position) continue;
      this.unmatchedRows.delete(key);
      this.report(row, NOT_IN_LOG);
    }
  }

  private report(row: Row, what: string): void {
    const whose = accountLabel(String(row['account_id']));
    this.findings.push({
      check: 'entries',
      position: Number(row['position']),
      what: `the entry line of ${whose}: ${what}`,
    });
  }

  private encodeExpected(line: AccountEntry): void {
    const { expected } = this;
    expected.begin();
    expected.id(line.accountId);
    expected.number(line.position);
    expected.number(line.accountVersion);
    expected.id(line.transactionId);
    expected.number(line.amountCents);
    expected.number(line.holdCents);
    expected.number(line.postedAfterCents);
    expected.number(line.heldAfterCents);
    expected.nulls(this.table.unknownColumns.length);
  }

  private async nextChunk(): Promise<boolean> {
    while (true) {
      const next = await this.chunks.next();
      if (next.done === true) return false;
      this.reader.feed(next.value);
      if (this.reader.next()) return true;
    }
  }
}

const NOT_IN_LOG = 'is in the table, but the log has none';
const NOT_IN_TABLE = 'is missing from the table';

function rowKey(row: Row): string {
  return entryKey(Number(row['position']), String(row['account_id']));
}

function entryKey(position: number, accountId: string): string {
  return `${position} ${accountId}`;
}
