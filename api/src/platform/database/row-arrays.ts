import { BinaryWriter } from './binary-writer.js';
import type { ColumnType } from './columns.js';

/*
 * Sends many rows in one statement, as one binary array of a composite type. For ledger rows this costs PostgreSQL less
 * than one array per column, JSON or text (docs/adr/0002).
 */

const BIGINT_OID = 20;
const TEXT_OID = 25;
const UUID_OID = 2950;
/**
 * OID of `record`. Our composite types have a different OID in every database; PostgreSQL uses the cast of the
 * parameter.
 */
const RECORD_OID = 2249;

/** OIDs of the types in which columns are sent. PostgreSQL narrows numbers to the type of the table column. */
const SENT_AS: Readonly<Record<ColumnType, number>> = {
  uuid: UUID_OID,
  text: TEXT_OID,
  smallint: BIGINT_OID,
  integer: BIGINT_OID,
  bigint: BIGINT_OID,
  date: 1082,
  timestamptz: 1184,
  bytea: 17,
};

/** A column of the rows to send: the property of the rows that has its value, and its type. */
export interface SentColumn {
  readonly field: string;
  readonly type: ColumnType;
}

/**
 * Returns a function that encodes rows as one parameter, an array of a composite type with exactly these columns in
 * this order. It throws `RangeError` if a value does not fit its column.
 */
export function rowArrayEncoder(
  columns: readonly SentColumn[],
): (rows: readonly Readonly<Record<string, unknown>>[]) => Buffer {
  const sent = columns.map(({ field, type }) => ({ field, type, oid: SENT_AS[type] }));
  return (rows) => {
    beginArray(rows.length, RECORD_OID);
    for (const row of rows) {
      const start = writer.length;
      const lengthPlaceholder = 0;
      writer.int32(lengthPlaceholder);
      writer.int32(sent.length);
      for (const { field, type, oid } of sent) {
        writer.int32(oid);
        writeValue(type, row[field]);
      }
      writer.int32At(start, writer.length - start - 4);
    }
    return writer.copy();
  };
}

/**
 * Encodes texts as one parameter for `$1::text[]`.
 *
 * @throws RangeError a text has a lone surrogate
 */
export function textArray(values: readonly string[]): Buffer {
  beginArray(values.length, TEXT_OID);
  for (const value of values) writer.text(value);
  return writer.copy();
}

/**
 * Encodes lowercase UUIDs as one parameter for `$1::uuid[]`.
 *
 * @throws RangeError an invalid UUID
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

/** Writes a value. Tables declare the types of their rows' fields, so the value has the type of its column or is null. */
function writeValue(type: ColumnType, value: unknown): void {
  if (value === null || value === undefined) {
    writer.null();
    return;
  }
  switch (type) {
    case 'uuid':
      writeUuid(value as string);
      break;
    case 'text':
      writer.text(value as string);
      break;
    case 'smallint':
    case 'integer':
    case 'bigint':
      writer.bigint(safeInteger(value as number));
      break;
    case 'timestamptz':
      writer.timestamp(safeInteger((value as Date).getTime()));
      break;
    case 'date':
      writer.date(value as string);
      break;
    case 'bytea':
      writer.bytes(value as Buffer);
  }
}

function writeUuid(value: string): void {
  if (!writer.uuid(value)) throw new RangeError('not a UUID');
}

function safeInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError('not a safe integer, so not a bigint');
  return value;
}
