import type { CopyRow } from '../../platform/database/copy-reader.js';
import type { Sql } from '../../platform/database/sql.js';
import { writeUuid } from '../../platform/database/uuid-bytes.js';
import { dataViewOf } from '../../platform/database/data-view-of.js';
import type { Row } from './describe-row-differences.js';

/** How a column is copied. All numbers are copied as `bigint`, so that there is one binary format to compare. */
type ColumnType = 'id' | 'text' | 'number' | 'time';

/** The columns of a read table in copy order. */
export type TableShape = Readonly<Record<string, ColumnType>>;

const CASTS: Readonly<Record<ColumnType, string>> = { id: '', text: '::text', number: '::bigint', time: '' };

interface UnknownColumn {
  readonly name: string;
  readonly quoted: string;
}

/** Builds the select of a read table for a binary COPY and decodes its rows. */
export class TableRows {
  private constructor(
    private readonly table: string,
    private readonly columns: readonly (readonly [string, ColumnType])[],
    /** Columns that the projection does not know. They have to be null. */
    readonly unknownColumns: readonly UnknownColumn[],
  ) {}

  static async of(sql: Sql, table: string, shape: TableShape): Promise<TableRows> {
    const found = await sql.query<UnknownColumn>(
      `select attname as name, quote_ident(attname) as quoted from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    );
    const unknown = found.filter(({ name }) => !Object.hasOwn(shape, name));
    return new TableRows(table, Object.entries(shape), unknown);
  }

  /** Returns the select of all rows, or of those whose position in `column` is greater than `after`. */
  select({ column, after }: { readonly column: string; readonly after: number | null }): string {
    const known = this.columns.map(([name, type]) => `${name}${CASTS[type]}`);
    const columns = [...known, ...this.unknownColumns.map(({ quoted }) => `${quoted}::text`)];
    const where = after === null ? '' : ` where ${column} > ${BigInt(after)}`;
    return `select ${columns.join(', ')} from ${this.table}${where}`;
  }

  /** Decodes a row by column name. */
  decode(row: CopyRow): Row {
    const values: Record<string, unknown> = {};
    for (const [index, [name, type]] of this.columns.entries()) values[name] = valueOf(row, index, type);
    for (const [index, { name }] of this.unknownColumns.entries()) {
      values[name] = valueOf(row, this.columns.length + index, 'text');
    }
    return values;
  }
}

function valueOf(row: CopyRow, index: number, type: ColumnType): unknown {
  if (row.isNull(index)) return null;
  switch (type) {
    case 'id':
      return row.uuid(index);
    case 'text':
      return row.text(index);
    case 'number':
      return row.int64(index);
    case 'time':
      return new Date(row.milliseconds(index));
  }
}

const MAX_ROW_BYTES = 2_048;
const POSTGRES_EPOCH = Date.UTC(2000, 0, 1);
const TWO_TO_32 = 2 ** 32;

/** Encodes an expected row in binary COPY format, to compare it byte by byte with a copied row. */
export class CopyRowEncoder {
  readonly bytes = Buffer.alloc(MAX_ROW_BYTES);
  private readonly view = dataViewOf(this.bytes);
  private length = 0;

  begin(): void {
    this.length = 0;
  }

  number(value: number): void {
    this.int32(8);
    this.int32(Math.floor(value / TWO_TO_32));
    this.int32(value | 0);
  }

  time(value: Date | null): void {
    const milliseconds = value === null ? NaN : value.getTime();
    if (Number.isNaN(milliseconds)) this.null();
    else this.number((milliseconds - POSTGRES_EPOCH) * 1_000);
  }

  /** Only for short ASCII text: the text columns of the read tables contain constants of the code. */
  text(value: string | null): void {
    if (value === null) {
      this.null();
      return;
    }
    this.int32(value.length);
    for (let index = 0; index < value.length; index += 1) {
      this.bytes[this.length + index] = value.charCodeAt(index);
    }
    this.length += value.length;
  }

  /** Encodes a UUID. An invalid one becomes bytes that no row contains. */
  id(value: string | null): void {
    if (value === null) {
      this.null();
      return;
    }
    this.int32(16);
    if (!writeUuid(value, this.bytes, this.length)) this.bytes.fill(0xff, this.length, this.length + 16);
    this.length += 16;
  }

  /** Encodes a UUID given as 16 bytes. */
  idBytes(source: Buffer, at: number): void {
    this.int32(16);
    source.copy(this.bytes, this.length, at, at + 16);
    this.length += 16;
  }

  /** Encodes a UUID given as an `idKey`. */
  idOfKey(key: string): void {
    this.int32(16);
    this.bytes.write(key, this.length, 'latin1');
    this.length += 16;
  }

  nulls(count: number): void {
    for (let index = 0; index < count; index += 1) this.null();
  }

  /** Returns whether the bytes from `start` to `end` equal the encoded row. */
  equals(bytes: Buffer, start: number, end: number): boolean {
    return end - start === this.length && this.bytes.compare(bytes, start, end, 0, this.length) === 0;
  }

  private null(): void {
    this.int32(-1);
  }

  private int32(value: number): void {
    this.view.setInt32(this.length, value);
    this.length += 4;
  }
}
