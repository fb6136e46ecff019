import { writeUuid } from './uuid-bytes.js';
import { dataViewOf } from './data-view-of.js';

/*
 * Sends many rows in one statement, as one binary array of a composite type. For ledger rows this costs PostgreSQL less
 * than one array per column, JSON or text (docs/adr/0002).
 */

/** OIDs of PostgreSQL's built-in types. */
const OID = { bytea: 17, bigint: 20, text: 25, date: 1082, timestamptz: 1184, uuid: 2950 } as const;
/**
 * OID of `record`. Our composite types have a different OID in every database; PostgreSQL uses the cast of the
 * parameter.
 */
const RECORD_OID = 2249;

/** A column of the rows to send. */
export interface Column<Row> {
  /** OID of its PostgreSQL type. */
  readonly oid: number;
  readonly value: (row: Row) => unknown;
  /** Writes the length and the value of the column for one row. */
  readonly write: (row: Row) => void;
}

/** Whole numbers. PostgreSQL casts them to the type of the table column, or rejects them. */
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

/** Lowercase UUIDs. */
export function uuidColumn<Row>(value: (row: Row) => string | null): Column<Row> {
  return column(OID.uuid, value, (id) => writer.uuid(id));
}

/** Dates as `YYYY-MM-DD`. */
export function dateColumn<Row>(value: (row: Row) => string | null): Column<Row> {
  return column(OID.date, value, (day) => writer.date(day));
}

/**
 * Encodes texts as one parameter for `$1::text[]`.
 *
 * @throws RangeError a text has a lone surrogate
 */
export function textArray(values: readonly string[]): Buffer {
  writer.begin(values.length, OID.text);
  for (const value of values) writer.text(value);
  return writer.finish();
}

/**
 * Encodes lowercase UUIDs as one parameter for `$1::uuid[]`.
 *
 * @throws RangeError an invalid UUID
 */
export function uuidArray(values: readonly string[]): Buffer {
  writer.begin(values.length, OID.uuid);
  for (const value of values) writer.uuid(value);
  return writer.finish();
}

/** Encodes rows of a table as one parameter. */
export interface RowSet<Row> {
  /** Column names, comma-separated, for an insert. */
  readonly names: string;
  /** A select that returns the rows of the parameter `$1`. */
  readonly select: string;
  /**
   * Encodes the parameter of `select`.
   *
   * @throws RangeError a value does not fit its column
   */
  readonly values: (rows: readonly Row[]) => [Buffer];
  /** The row as stored, by column name. */
  readonly record: (row: Row) => Record<string, unknown>;
}

/** Creates a row set for the composite type `type`, which has exactly these columns in this order. */
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

/** PostgreSQL's epoch. Dates are days and timestamps are microseconds since then. */
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const INITIAL_BYTES = 65_536;
const NULL_LENGTH = -1;
const UUID_BYTES = 16;
/** Maximum UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
/** Up to this length, a loop is faster than a call of `Buffer.write`. */
const MAX_ASCII_LOOP_LENGTH = 64;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The last date converted. Most rows of a batch have the same date. */
let cachedDay = { text: '2000-01-01', days: 0 };

function daysSinceEpoch(text: string): number {
  if (text !== cachedDay.text) {
    const date = new Date(`${text}T00:00:00.000Z`);
    if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
      throw new RangeError('not a date');
    }
    cachedDay = { text, days: (date.getTime() - POSTGRES_EPOCH) / DAY_MS };
  }
  return cachedDay.days;
}

/** Writes one array at a time in the format of `array_recv` and `record_recv`. Reuses its buffer. */
class ArrayWriter {
  private memory = Buffer.allocUnsafe(INITIAL_BYTES);
  private view = dataViewOf(this.memory);
  private length = 0;
  private rowStart = 0;

  /** Starts an array of `count` non-null elements. */
  begin(count: number, elementOid: number): void {
    this.length = 0;
    const dimensions = 1;
    const hasNulls = 0;
    const firstIndex = 1;
    for (const field of [dimensions, hasNulls, elementOid, count, firstIndex]) this.int32(field);
  }

  beginRow(columns: number): void {
    this.rowStart = this.length;
    const lengthPlaceholder = 0;
    this.int32(lengthPlaceholder);
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
    // UTF-8 cannot encode a lone surrogate. The stored replacement character would not match its digest.
    if (written > value.length && LONE_SURROGATE.test(value)) throw new RangeError('not a well-formed text');
    this.int32(written);
    this.length += written;
  }

  /** Writes a short ASCII text. Returns false for other texts; the bytes written so far are then meaningless. */
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

/** Encoding is synchronous, so one writer suffices. */
const writer = new ArrayWriter();
