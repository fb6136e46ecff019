import { writeUuid } from './uuid-bytes.js';
import { dataViewOf } from './data-view-of.js';

/*
 * Many rows in one statement. They travel as one array of a composite type of the database, in its binary form: for the
 * ledger's rows that costs PostgreSQL clearly less than an array for each column, or JSON, or text
 * (docs/adr/0002-binary-row-arrays.md).
 */

/** The numbers of PostgreSQL's types. */
const OID = { bytea: 17, bigint: 20, text: 25, date: 1082, timestamptz: 1184, uuid: 2950 } as const;
/** Of `record`: our own types have other numbers in every database, and PostgreSQL goes by the parameter's cast. */
const RECORD_OID = 2249;

/** A column of rows on their way into the database. */
export interface Column<Row> {
  /** The number of its type in PostgreSQL. */
  readonly oid: number;
  readonly value: (row: Row) => unknown;
  /** Writes the row's value, with its length before it. */
  readonly write: (row: Row) => void;
}

/** Whole numbers; PostgreSQL narrows them to the type of the table's column, or refuses. */
export function bigintColumn<Row>(value: (row: Row) => number | null): Column<Row> {
  return column(OID.bigint, value, (number) => writer.int64(number));
}

export function timestampColumn<Row>(value: (row: Row) => Date | null): Column<Row> {
  return column(OID.timestamptz, value, (date) => writer.int64((date.getTime() - POSTGRES_EPOCH) * 1_000));
}

export function bytesColumn<Row>(value: (row: Row) => Buffer | null): Column<Row> {
  return column(OID.bytea, value, (bytes) => writer.bytes(bytes));
}

export function textColumn<Row>(value: (row: Row) => string | null | undefined): Column<Row> {
  return column(OID.text, value, (text) => writer.text(text));
}

/** UUIDs in lower case. */
export function uuidColumn<Row>(value: (row: Row) => string | null): Column<Row> {
  return column(OID.uuid, value, (id) => writer.uuid(id));
}

/** Days as `YYYY-MM-DD`. */
export function dateColumn<Row>(value: (row: Row) => string | null): Column<Row> {
  return column(OID.date, value, (day) => writer.date(day));
}

/** Texts as one parameter: `$1::text[]`. Throws `RangeError` on one that is not well-formed. */
export function textArray(values: readonly string[]): Buffer {
  writer.begin(values.length, OID.text);
  for (const value of values) writer.text(value);
  return writer.finish();
}

/** UUIDs in lower case as one parameter: `$1::uuid[]`. Throws `RangeError` on a text that is none. */
export function uuidArray(values: readonly string[]): Buffer {
  writer.begin(values.length, OID.uuid);
  for (const value of values) writer.uuid(value);
  return writer.finish();
}

/** The rows of a table as one parameter. */
export interface RowSet<Row> {
  /** `a, b, …`, for the column list of an insert. */
  readonly names: string;
  /** A select that gives the rows. */
  readonly select: string;
  /** The parameter of that select. Throws `RangeError` on a value that its column can not hold. */
  readonly values: (rows: readonly Row[]) => [Buffer];
  /** One row as it will stand in the table. */
  readonly record: (row: Row) => Record<string, unknown>;
}

/** Rows that travel as `type`, a composite type that has these very columns in this order. */
export function rowSet<Row>(type: string, columns: Readonly<Record<string, Column<Row>>>): RowSet<Row> {
  const entries = Object.entries(columns);
  const all = Object.values(columns);
  const names = entries.map(([name]) => name).join(', ');
  return {
    names,
    select: `select ${names} from unnest($1::${type}[])`,
    values: (rows) => {
      writer.begin(rows.length, RECORD_OID);
      for (const row of rows) {
        writer.beginRow(all.length);
        for (const { oid, write } of all) {
          writer.int32(oid);
          write(row);
        }
        writer.endRow();
      }
      return [writer.finish()];
    },
    record: (row) => Object.fromEntries(entries.map(([name, { value }]) => [name, value(row) ?? null])),
  };
}

function column<Row, Value>(
  oid: number,
  value: (row: Row) => Value | null | undefined,
  write: (value: Value) => void,
): Column<Row> {
  const writeOrNull = (row: Row): void => {
    const field = value(row);
    if (field === null || field === undefined) writer.int32(NULL_LENGTH);
    else write(field);
  };
  return { oid, value, write: writeOrNull };
}

/** PostgreSQL counts time from here: days, and microseconds. */
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const INITIAL_BYTES = 65_536;
const NULL_LENGTH = -1;
const UUID_BYTES = 16;
/** UTF-8 needs at most so many bytes for one unit of a JavaScript string. */
const MAX_BYTES_PER_UNIT = 3;
/** Characters up to which a loop is quicker than a call. */
const MAX_ASCII_LOOP_LENGTH = 64;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The days of a batch are mostly one. */
let cachedDay = { text: '2000-01-01', days: 0 };

function daysSinceEpoch(text: string): number {
  if (text !== cachedDay.text) {
    const moment = new Date(`${text}T00:00:00.000Z`);
    if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text) {
      throw new RangeError('not a day');
    }
    cachedDay = { text, days: (moment.getTime() - POSTGRES_EPOCH) / DAY_MS };
  }
  return cachedDay.days;
}

/** Writes one array at a time, as PostgreSQL's `array_recv` and `record_recv` read it, into memory that it keeps. */
class ArrayWriter {
  private memory = Buffer.allocUnsafe(INITIAL_BYTES);
  private view = dataViewOf(this.memory);
  private length = 0;
  private rowStart = 0;

  /** An array of so many elements of a type, none of which is null. */
  begin(count: number, elementOid: number): void {
    this.length = 0;
    const dimensions = 1;
    const hasNulls = 0;
    const firstIndex = 1;
    for (const field of [dimensions, hasNulls, elementOid, count, firstIndex]) this.int32(field);
  }

  beginRow(columns: number): void {
    this.rowStart = this.length;
    const notKnownYet = 0;
    this.int32(notKnownYet);
    this.int32(columns);
  }

  endRow(): void {
    this.view.setInt32(this.rowStart, this.length - this.rowStart - 4);
  }

  int32(value: number): void {
    this.reserve(4);
    this.view.setInt32(this.length, value);
    this.length += 4;
  }

  int64(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer, so not a bigint');
    this.reserve(12);
    const { view, length } = this;
    view.setInt32(length, 8);
    view.setInt32(length + 4, Math.floor(value / 2 ** 32));
    view.setInt32(length + 8, value | 0);
    this.length += 12;
  }

  date(value: string): void {
    this.int32(4);
    this.int32(daysSinceEpoch(value));
  }

  uuid(value: string): void {
    this.int32(UUID_BYTES);
    this.reserve(UUID_BYTES);
    if (!writeUuid(value, this.memory, this.length)) throw new RangeError('not a UUID');
    this.length += UUID_BYTES;
  }

  text(value: string): void {
    this.reserve(4 + value.length * MAX_BYTES_PER_UNIT);
    const start = this.length + 4;
    const written = this.writeAscii(value, start) ? value.length : this.memory.write(value, start);
    // UTF-8 has no half of a surrogate pair: a replacement would be stored, and no digest would fit it.
    if (written > value.length && LONE_SURROGATE.test(value)) throw new RangeError('not a well-formed text');
    this.int32(written);
    this.length += written;
  }

  /** Writes a short text of ASCII; false, and nothing of use, for another. */
  private writeAscii(value: string, start: number): boolean {
    if (value.length > MAX_ASCII_LOOP_LENGTH) return false;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) return false;
      this.memory[start + index] = code;
    }
    return true;
  }

  bytes(value: Buffer): void {
    this.int32(value.length);
    this.reserve(value.length);
    this.length += value.copy(this.memory, this.length);
  }

  finish(): Buffer {
    return Buffer.from(this.memory.subarray(0, this.length));
  }

  private reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.memory.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.memory.length * 2));
    this.memory.copy(larger, 0, 0, this.length);
    this.memory = larger;
    this.view = dataViewOf(larger);
  }
}

/** Encoding never waits, so one is enough. */
const writer = new ArrayWriter();
