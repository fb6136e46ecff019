/*
 * Many rows in one statement. Each column travels as one PostgreSQL array in its binary form: for the ledger's
 * rows that costs both sides clearly less than JSON or text does (infra/decisions/0002-binary-column-arrays.md).
 */

/** A column of rows on their way into the database. */
export interface Column<Row> {
  /** The type of its elements on the way. */
  readonly arrayType: string;
  /** What they become in the select list, where PostgreSQL does not convert them by itself. */
  readonly cast: string | null;
  readonly value: (row: Row) => unknown;
  readonly encode: (rows: readonly Row[]) => Buffer;
}

/** Whole numbers; PostgreSQL narrows them to the type of the table's column, or refuses. */
export function bigintColumn<Row>(value: (row: Row) => number | null): Column<Row> {
  return column('bigint', 20, value, (number) => writer.int64(number));
}

export function timestampColumn<Row>(value: (row: Row) => Date | null): Column<Row> {
  return column('timestamptz', 1184, value, (date) =>
    writer.int64((date.getTime() - POSTGRES_EPOCH) * 1_000),
  );
}

export function bytesColumn<Row>(value: (row: Row) => Buffer | null): Column<Row> {
  return column('bytea', 17, value, (bytes) => writer.bytes(bytes));
}

/** Texts; `cast` names the column's type where it is not text (`uuid`, `date`), and PostgreSQL checks them. */
export function textColumn<Row>(
  value: (row: Row) => string | null | undefined,
  cast: 'uuid' | 'date' | null = null,
): Column<Row> {
  return { ...column('text', 25, value, (text) => writer.text(text)), cast };
}

/** The columns of a table as one set of parameters. */
export interface ColumnSet<Row> {
  /** `a, b, …`, for the column list of an insert. */
  readonly names: string;
  /** A select that gives the rows. */
  readonly select: string;
  /** The parameters of that select. */
  readonly values: (rows: readonly Row[]) => Buffer[];
  /** One row as it will stand in the table. */
  readonly record: (row: Row) => Record<string, unknown>;
}

export function columnSet<Row>(columns: Readonly<Record<string, Column<Row>>>): ColumnSet<Row> {
  const entries = Object.entries(columns);
  const names = entries.map(([name]) => name).join(', ');
  const arrays = entries.map(([, { arrayType }], index) => `$${index + 1}::${arrayType}[]`).join(', ');
  const selected = entries.map(([name, { cast }]) => (cast === null ? name : `${name}::${cast}`)).join(', ');
  return {
    names,
    select: `select ${selected} from unnest(${arrays}) as sent (${names})`,
    values: (rows) => entries.map(([, { encode }]) => encode(rows)),
    record: (row) => Object.fromEntries(entries.map(([name, { value }]) => [name, value(row) ?? null])),
  };
}

function column<Row, Value>(
  arrayType: string,
  elementOid: number,
  value: (row: Row) => Value | null | undefined,
  write: (value: Value) => void,
): Column<Row> {
  const encode = (rows: readonly Row[]): Buffer => {
    writer.begin(elementOid, rows.length);
    for (const row of rows) {
      const element = value(row);
      if (element === null || element === undefined) writer.null();
      else write(element);
    }
    return writer.finish();
  };
  return { arrayType, cast: null, value, encode };
}

/** PostgreSQL counts time from here, in microseconds. */
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);
const INITIAL_BYTES = 65_536;
const NULL_LENGTH = -1;
/** UTF-8 needs at most so many bytes for one unit of a JavaScript string. */
const MAX_BYTES_PER_UNIT = 3;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Writes one array at a time, in the binary form of PostgreSQL's `array_recv`, into memory that it keeps. */
class ArrayWriter {
  private memory = Buffer.allocUnsafe(INITIAL_BYTES);
  private length = 0;

  begin(elementOid: number, count: number): void {
    this.length = 0;
    const dimensions = 1;
    const mayHaveNulls = 1;
    const firstIndex = 1;
    for (const field of [dimensions, mayHaveNulls, elementOid, count, firstIndex]) this.int32(field);
  }

  null(): void {
    this.int32(NULL_LENGTH);
  }

  int64(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer, so not a bigint');
    this.int32(8);
    this.int32(Math.floor(value / 2 ** 32));
    this.int32(value | 0);
  }

  text(value: string): void {
    this.reserve(4 + value.length * MAX_BYTES_PER_UNIT);
    const written = this.memory.write(value, this.length + 4);
    // UTF-8 has no half of a surrogate pair: a replacement would be stored, and no digest would fit it.
    if (written > value.length && LONE_SURROGATE.test(value)) throw new RangeError('not a well-formed text');
    this.int32(written);
    this.length += written;
  }

  bytes(value: Buffer): void {
    this.int32(value.length);
    this.reserve(value.length);
    this.length += value.copy(this.memory, this.length);
  }

  finish(): Buffer {
    return Buffer.from(this.memory.subarray(0, this.length));
  }

  private int32(value: number): void {
    this.reserve(4);
    this.length = this.memory.writeInt32BE(value, this.length);
  }

  private reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.memory.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.memory.length * 2));
    this.memory.copy(larger, 0, 0, this.length);
    this.memory = larger;
  }
}

/** Encoding never waits, so one is enough. */
const writer = new ArrayWriter();
