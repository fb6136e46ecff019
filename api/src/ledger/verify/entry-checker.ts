import type { AccountEntry } from '../domain/apply.js';
import { LEDGER_ENTRY } from '../tables/ledger-entry.js';
import { CopyReader } from '../../platform/database/copy-reader.js';
import { accountLabel } from '../domain/accounts.js';
import type { AuditSql } from '../log/audit-connection.js';
import type { Finding } from './finding-list.js';
import { describeRowDifferences, type Row } from './describe-row-differences.js';
import { TableRows } from './table-rows.js';

/** Maximum number of entries and rows without a counterpart. Beyond that, the server has to sort the rows. */
export const MAX_UNMATCHED = 50_000;

/** Returns the entry as earlier releases stored it, without the daily total. `rebuild` adds the total. */
function asEarlierVersion(entry: AccountEntry): AccountEntry {
  return { ...entry, outgoingDayAfter: null, outgoingDayCentsAfter: null };
}

/** The rows are not stored in log order, so comparing them in constant memory requires sorting. */
export class RowsOutOfOrderError extends Error {
  override name = 'RowsOutOfOrderError';
}

export interface EntryCheckerOptions {
  readonly isSorted: boolean;
  readonly after: number | null;
  readonly maxUnmatched?: number | undefined;
}

/**
 * Compares the rows of `ledger_entry` with a replay's entries. The writer stores entries in log order, so both sides
 * usually advance together and are compared as bytes. A row or entry without a counterpart is kept until its
 * counterpart arrives.
 */
export class EntryChecker {
  private readonly reader = new CopyReader();
  private readonly unmatchedRows = new Map<string, Row>();
  private readonly unmatchedEntries = new Map<string, AccountEntry>();
  private readonly findings: Finding[] = [];
  private rows = 0;

  private constructor(
    private readonly table: TableRows<AccountEntry, keyof typeof LEDGER_ENTRY.index>,
    private readonly chunks: AsyncGenerator<Buffer, void>,
    private readonly isSorted: boolean,
    private readonly maxUnmatched: number,
  ) {}

  /**
   * Opens the table. `isSorted` makes the server sort the rows, which costs more than the rest of the comparison. With
   * `after`, compares only rows at later positions.
   */
  static async open(
    sql: AuditSql,
    { isSorted, after, maxUnmatched = MAX_UNMATCHED }: EntryCheckerOptions,
  ): Promise<EntryChecker> {
    const table = await TableRows.of(sql, LEDGER_ENTRY);
    const rows = table.select({ column: 'position', after });
    const select = isSorted ? `${rows} order by position` : rows;
    return new EntryChecker(table, sql.copyOut(select), isSorted, maxUnmatched);
  }

  /** Number of rows read so far. */
  get rowCount(): number {
    return this.rows;
  }

  /**
   * Compares the replay's next entries, in log order.
   *
   * @throws RowsOutOfOrderError too many rows and entries have no counterpart yet
   */
  async compare(entries: readonly AccountEntry[]): Promise<Finding[]> {
    for (const entry of entries) {
      if (this.unmatchedRows.size > 0 && this.matchUnmatchedRow(entry)) continue;
      this.table.expect(entry);
      let isDone = false;
      while (!isDone && (this.reader.next() || (await this.nextChunk()))) isDone = this.matchNextRow(entry);
      if (!isDone) this.unmatchedEntries.set(entryKey(entry.position, entry.accountId), entry);
    }
    if (this.isSorted) this.reportRowsUpTo(entries.at(-1)?.position ?? 0);
    if (!this.isSorted && this.unmatchedRows.size + this.unmatchedEntries.size > this.maxUnmatched)
      throw new RowsOutOfOrderError();
    return this.findings.splice(0);
  }

  /** Compares the remaining rows up to `upTo`. After that position, the replay's state may differ from the writer's. */
  async finish(upTo: number): Promise<Finding[]> {
    this.reportRowsUpTo(upTo);
    while (this.reader.next() || (await this.nextChunk())) {
      this.rows += 1;
      const row = this.table.decode(this.reader.row);
      if (Number(row['position']) <= upTo && !this.matchUnmatchedEntry(row)) this.report(row, NOT_IN_LOG);
    }
    for (const entry of this.unmatchedEntries.values()) this.report(LEDGER_ENTRY.record(entry), NOT_IN_TABLE);
    return this.findings.splice(0);
  }

  /** Stops reading the table, even before its end. */
  async close(): Promise<void> {
    await this.chunks.return();
  }

  /**
   * Compares the next row with an entry. Returns false if the row belongs to another entry and the row of the given
   * entry may still follow.
   */
  private matchNextRow(entry: AccountEntry): boolean {
    this.rows += 1;
    const copyRow = this.reader.row;
    if (this.table.equalsExpected(copyRow.bytes, copyRow.start, copyRow.end)) return true;
    if (this.isOfEarlierVersion(entry)) return true;
    const row = this.table.decode(copyRow);
    if (rowKey(row) === entryKey(entry.position, entry.accountId)) {
      this.compareRow(row, entry);
      return true;
    }
    if (!this.matchUnmatchedEntry(row)) this.unmatchedRows.set(rowKey(row), row);
    if (Number(row['position']) <= entry.position) return false;
    if (this.isSorted) this.report(LEDGER_ENTRY.record(entry), NOT_IN_TABLE);
    else this.unmatchedEntries.set(entryKey(entry.position, entry.accountId), entry);
    return true;
  }

  private matchUnmatchedRow(entry: AccountEntry): boolean {
    const key = entryKey(entry.position, entry.accountId);
    const row = this.unmatchedRows.get(key);
    if (row === undefined) return false;
    this.unmatchedRows.delete(key);
    this.compareRow(row, entry);
    return true;
  }

  private matchUnmatchedEntry(row: Row): boolean {
    const entry = this.unmatchedEntries.get(rowKey(row));
    if (entry === undefined) return false;
    this.unmatchedEntries.delete(rowKey(row));
    this.compareRow(row, entry);
    return true;
  }

  /**
   * Whether the next row is the entry as written by earlier releases. If not, makes `table` expect today's form again.
   */
  private isOfEarlierVersion(entry: AccountEntry): boolean {
    const { bytes, start, end } = this.reader.row;
    this.table.expect(asEarlierVersion(entry));
    const isEqual = this.table.equalsExpected(bytes, start, end);
    if (!isEqual) this.table.expect(entry);
    return isEqual;
  }

  private compareRow(row: Row, entry: AccountEntry): void {
    const isEarlier = row['outgoing_day_after'] === null && row['outgoing_day_cents_after'] === null;
    const expected = isEarlier ? asEarlierVersion(entry) : entry;
    const differences = describeRowDifferences(row, LEDGER_ENTRY.record(expected));
    if (differences !== null) this.report(row, `differs: ${differences}`);
  }

  /**
   * Reports the unmatched rows up to a position. The replay has passed that position, so no entry for them can follow.
   */
  private reportRowsUpTo(position: number): void {
    for (const [key, row] of this.unmatchedRows) {
      if (Number(row['position']) > position) continue;
      this.unmatchedRows.delete(key);
      this.report(row, NOT_IN_LOG);
    }
  }

  private report(row: Row, problem: string): void {
    const account = accountLabel(String(row['account_id']));
    this.findings.push({
      check: 'entries',
      position: Number(row['position']),
      message: `the entry for ${account} ${problem}`,
    });
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

const NOT_IN_LOG = 'is in the table, but not in the log';
const NOT_IN_TABLE = 'is missing from the table';

function rowKey(row: Row): string {
  return entryKey(Number(row['position']), String(row['account_id']));
}

function entryKey(position: number, accountId: string): string {
  return `${position} ${accountId}`;
}
