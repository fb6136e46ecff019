import { BinaryWriter } from './binary-writer.js';
import type { ColumnType } from './columns.js';

/*
 * Sends many rows in one statement, as one binary array of a composite type. For ledger rows, this is cheaper for
 * PostgreSQL than JSON, text, or a separate array for each column (docs/adr/0002).
 */

const BIGINT_OID = 20;
const TEXT_OID = 25;
const UUID_OID = 2950;
/**
 * OID of `record`. Rows are sent as this type, because our composite types have a different OID in every database.
 * PostgreSQL learns the composite type from the parameter's cast.
 */
const RECORD_OID = 2249;

/** The type that a column is sent as, and how a non-null value is written. */
interface Encoding {
  readonly oid: number;
  readonly write: (value: unknown) => void;
}

const BIGINT: Encoding = {
  oid: BIGINT_OID,
  write: (value) => writer.bigint(safeInteger(value as number)),
};

/**
 * How columns are sent. The `as` casts are safe, because a table's columns determine the types of its rows. PostgreSQL
 * narrows numbers to the type of the table column.
 */
const ENCODINGS: Readonly<Record<ColumnType, Encoding>> = {
  uuid: { oid: UUID_OID, write: (value) => writeUuid(value as string) },
  text: { oid: TEXT_OID, write: (value) => writer.text(value as string) },
  smallint: BIGINT,
  integer: BIGINT,
  bigint: BIGINT,
  date: { oid: 1082, write: (value) => writer.date(value as string) },
  timestamptz: { oid: 1184, write: (value) => writer.timestamp(safeInteger((value as Date).getTime())) },
  bytea: { oid: 17, write: (value) => writer.bytes(value as Buffer) },
};

/** A column of the rows to send: the row property that has its value, and its type. */
export interface SentColumn {
  readonly field: string;
  readonly type: ColumnType;
}

/**
 * Returns a function that encodes rows as one parameter, an array of a composite type with exactly these columns in
 * this order. The returned function throws `RangeError` if a value doesn't fit its column.
 */
export function rowArrayEncoder(
  columns: readonly SentColumn[],
): (rows: readonly Readonly<Record<string, unknown>>[]) => Buffer {
  const sent = columns.map(({ field, type }) => ({ field, ...ENCODINGS[type] }));
  return (rows) => {
    beginArray(rows.length, RECORD_OID);
    for (const row of rows) {
      const start = writer.length;
      const lengthPlaceholder = 0;
      writer.int32(lengthPlaceholder);
      writer.int32(sent.length);
      for (const { field, oid, write } of sent) {
        const value = row[field];
        writer.int32(oid);
        if (value === null || value === undefined) writer.null();
        else write(value);
      }
      writer.int32At(start, writer.length - start - 4);
    }
    return writer.copy();
  };
}

/**
 * Encodes strings as one parameter for `$1::text[]`.
 *
 * @throws RangeError a string contains a lone surrogate
 */
export function textArray(values: readonly string[]): Buffer {
  beginArray(values.length, TEXT_OID);
  for (const value of values) writer.text(value);
  return writer.copy();
}

/**
 * Encodes lowercase UUIDs as one parameter for `$1::uuid[]`.
 *
 * @throws RangeError a value is not a lowercase UUID
 */
export function uuidArray(values: readonly string[]): Buffer {
  beginArray(values.length, UUID_OID);
  for (const value of values) writeUuid(value);
  return writer.copy();
}

const INITIAL_BYTES = 65_536;

/** Encoding is synchronous, so one writer suffices. */
const writer = new BinaryWriter(INITIAL_BYTES);

/** Starts an array of `count` elements in the format of `array_recv`. */
function beginArray(count: number, elementOid: number): void {
  writer.begin();
  const dimensions = 1;
  const hasNulls = 0;
  const firstIndex = 1;
  for (const field of [dimensions, hasNulls, elementOid, count, firstIndex]) writer.int32(field);
}

function writeUuid(value: string): void {
  if (!writer.uuid(value)) throw new RangeError('not a UUID');
}

function safeInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer');
  return value;
}
