import type { EntryLine } from '../domain/evolve.js';
import { entryRow } from '../projections/read-tables.js';
import { CopyReader } from '../../platform/database/copy-reader.js';
import { accountLabel } from './account-names.js';
import type { AuditSql } from './audit-connection.js';
import type { Finding } from './findings.js';
import { rowDifferences, type Row } from './row-differences.js';
import { RowWriter, TableRows } from './table-rows.js';

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
export const MAX_WAITING = 50_000;

/** The rows are not stored in the order of the log, so they have to be sorted to be compared in little memory. */
export class RowsOutOfOrderError extends Error {
  override name = 'RowsOutOfOrderError';
}

export interface EntryCheckOptions {
  readonly isSorted: boolean;
  readonly after: number | null;
  readonly maxWaiting?: number | undefined;
}

/**
 * Compares `ledger_entry` with the replay line by line. The writer stores lines in the order of the log, so both sides
 * go forward together and are compared as bytes; a row or line that meets another waits for its own.
 */
export class EntryCheck {
  private readonly reader = new CopyReader();
  private readonly expected = new RowWriter();
  private readonly waitingRows = new Map<string, Row>();
  private readonly waitingLines = new Map<string, EntryLine>();
  private readonly findings: Finding[] = [];
  private rows = 0;

  private constructor(
    private readonly table: TableRows,
    private readonly pieces: AsyncGenerator<Buffer, void>,
    private readonly isSorted: boolean,
    private readonly maxWaiting: number,
  ) {}

  /**
   * `isSorted` has the server sort the rows, which costs it more than all else; with `after`, only those of later
   * positions are compared.
   */
  static async open(
    sql: AuditSql,
    { isSorted, after, maxWaiting = MAX_WAITING }: EntryCheckOptions,
  ): Promise<EntryCheck> {
    const table = await TableRows.of(sql, 'ledger_entry', SHAPE);
    const rows = table.select({ column: 'position', after });
    const select = isSorted ? `${rows} order by position` : rows;
    return new EntryCheck(table, sql.copyOut(select), isSorted, maxWaiting);
  }

  /** Rows read so far. */
  get rowCount(): number {
    return this.rows;
  }

  /**
   * Compares the next lines of the replay, in order. Throws `RowsOutOfOrderError` where too many rows have to wait for
   * their lines.
   */
  async compare(lines: readonly EntryLine[]): Promise<Finding[]> {
    for (const line of lines) {
      if (this.waitingRows.size > 0 && this.meetsWaitingRow(line)) continue;
      this.expect(line);
      let isDone = false;
      while (!isDone && (this.reader.next() || (await this.nextPiece()))) isDone = this.meetsNextRow(line);
      if (!isDone) this.waitingLines.set(lineKey(line.position, line.accountId), line);
    }
    if (this.isSorted) this.tellRowsBefore(lines.at(-1)?.position ?? 0);
    if (!this.isSorted && this.waitingRows.size + this.waitingLines.size > this.maxWaiting)
      throw new RowsOutOfOrderError();
    return this.findings.splice(0);
  }

  /** Compares what is left, up to a position from which on the replay is not what the writer had. */
  async finish(upTo: number): Promise<Finding[]> {
    this.tellRowsBefore(upTo);
    while (this.reader.next() || (await this.nextPiece())) {
      this.rows += 1;
      const row = this.table.read(this.reader.row);
      if (Number(row['position']) <= upTo && !this.meetsWaitingLine(row)) this.tell(row, NOT_IN_LOG);
    }
    for (const line of this.waitingLines.values()) this.tell(entryRow(line), NOT_IN_TABLE);
    return this.findings.splice(0);
  }

  /** Ends the reading of the table, wherever it is. */
  async close(): Promise<void> {
    await this.pieces.return();
  }

  /** Compares the next row; false where it is another line's and this one's may be still to come. */
  private meetsNextRow(line: EntryLine): boolean {
    this.rows += 1;
    const view = this.reader.row;
    if (this.expected.equals(view.bytes, view.start, view.end)) return true;
    const row = this.table.read(view);
    if (keyOf(row) === lineKey(line.position, line.accountId)) {
      this.compareRow(row, line);
      return true;
    }
    if (!this.meetsWaitingLine(row)) this.waitingRows.set(keyOf(row), row);
    if (Number(row['position']) <= line.position) return false;
    if (this.isSorted) this.tell(entryRow(line), NOT_IN_TABLE);
    else this.waitingLines.set(lineKey(line.position, line.accountId), line);
    return true;
  }

  private meetsWaitingRow(line: EntryLine): boolean {
    const key = lineKey(line.position, line.accountId);
    const row = this.waitingRows.get(key);
    if (row === undefined) return false;
    this.waitingRows.delete(key);
    this.compareRow(row, line);
    return true;
  }

  private meetsWaitingLine(row: Row): boolean {
    const line = this.waitingLines.get(keyOf(row));
    if (line === undefined) return false;
    this.waitingLines.delete(keyOf(row));
    this.compareRow(row, line);
    return true;
  }

  private compareRow(row: Row, line: EntryLine): void {
    const what = rowDifferences(row, entryRow(line));
    if (what !== null) this.tell(row, what);
  }

  /** The log has been there, so no line will come for these rows. */
  private tellRowsBefore(position: number): void {
    for (const [key, row] of this.waitingRows) {
      if (Number(row['position']) > position) continue;
      this.waitingRows.delete(key);
      this.tell(row, NOT_IN_LOG);
    }
  }

  private tell(row: Row, what: string): void {
    const whose = accountLabel(String(row['account_id']));
    this.findings.push({
      check: 'entries',
      position: Number(row['position']),
      what: `the entry line of ${whose}: ${what}`,
    });
  }

  private expect(line: EntryLine): void {
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

  private async nextPiece(): Promise<boolean> {
    while (true) {
      const next = await this.pieces.next();
      if (next.done === true) return false;
      this.reader.feed(next.value);
      if (this.reader.next()) return true;
    }
  }
}

const NOT_IN_LOG = 'is in the table, but the log has none';
const NOT_IN_TABLE = 'is missing from the table';

function keyOf(row: Row): string {
  return lineKey(Number(row['position']), String(row['account_id']));
}

function lineKey(position: number, accountId: string): string {
  return `${position} ${accountId}`;
}
