import { BinaryWriter } from '../../platform/database/binary-writer.js';
import type { ColumnType } from '../../platform/database/columns.js';
import type { CopyRow } from '../../platform/database/copy-reader.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Table } from '../../platform/database/table.js';
import type { Row } from './describe-row-differences.js';

/**
 * Casts for copied columns. All numbers are copied as `bigint`, so there is only one binary format to compare. Days are
 * copied as text, because only text can show an impossible day in a tampered row.
 */
const CASTS: Readonly<Record<ColumnType, string>> = {
  uuid: '',
  text: '::text',
  smallint: '::bigint',
  integer: '::bigint',
  bigint: '::bigint',
  date: '::text',
  timestamptz: '',
  bytea: '',
};

/** The form of UUIDs in the expected rows: as text, or as an `idKey`. */
type IdFormat = 'uuid' | 'id-key';

interface UnknownColumn {
  readonly name: string;
  readonly quoted: string;
}

const INITIAL_BYTES = 2_048;

/**
 * Copies the rows of a table in PostgreSQL's binary format and compares them with expected rows, byte by byte. A value
 * is decoded only to describe a difference.
 */
export class TableRows<Expected, Name extends string> {
  private readonly expected = new BinaryWriter(INITIAL_BYTES);

  private constructor(
    private readonly table: Table<Expected, Name>,
    private readonly fields: readonly { readonly field: string; readonly format: ColumnType | IdFormat }[],
    /** Columns that aren't in the table's declaration. Their values must be null. */
    private readonly unknownColumns: readonly UnknownColumn[],
  ) {}

  static async of<Expected, Name extends string>(
    sql: Sql,
    table: Table<Expected, Name>,
    idFormat: IdFormat = 'uuid',
  ): Promise<TableRows<Expected, Name>> {
    const found = await sql.query<UnknownColumn>(
      `select attname as name, quote_ident(attname) as quoted from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table.name],
    );
    const unknown = found.filter(({ name }) => !Object.hasOwn(table.index, name));
    const fields = table.columns.map(({ field, type }) => ({
      field,
      format: type === 'uuid' ? idFormat : type,
    }));
    return new TableRows(table, fields, unknown);
  }

  /** Returns the select for all rows, or for those whose position in `column` is greater than `after`. */
  select({ column, after }: { readonly column: Name; readonly after: number | null }): string {
    const known = this.table.columns.map(({ name, type }) => `${name}${CASTS[type]}`);
    const columns = [...known, ...this.unknownColumns.map(({ quoted }) => `${quoted}::text`)];
    const where = after === null ? '' : ` where ${column} > ${BigInt(after)}`;
    return `select ${columns.join(', ')} from ${this.table.name}${where}`;
  }

  /** Decodes a copied row. Returns its values by column name. */
  decode(row: CopyRow): Row {
    const values: Record<string, unknown> = {};
    const { columns } = this.table;
    for (const [index, { name, type }] of columns.entries()) values[name] = decodeField(row, index, type);
    for (const [index, { name }] of this.unknownColumns.entries()) {
      values[name] = decodeField(row, columns.length + index, 'text');
    }
    return values;
  }

  /**
   * Encodes the row that `equalsExpected` compares with. Unlike the writer's encoder, accepts every value: a value
   * that no row can contain must count as a difference, not throw. Uses a loop with a switch instead of an encoder
   * per column, because it runs for every row of a ledger.
   */
  expect(row: Expected): void {
    const { expected } = this;
    const values = row as Readonly<Record<string, unknown>>;
    expected.begin();
    for (const { field, format } of this.fields) {
      const value = values[field];
      if (value === null) {
        expected.null();
        continue;
      }
      switch (format) {
        case 'uuid':
          expected.uuid(value as string);
          break;
        case 'id-key':
          expected.latin1(value as string);
          break;
        case 'text':
        case 'date':
          expected.text(value as string);
          break;
        case 'smallint':
        case 'integer':
        case 'bigint':
          expected.bigint(value as number);
          break;
        case 'timestamptz':
          expected.timestampOrNull((value as Date).getTime());
          break;
        case 'bytea':
          expected.bytes(value as Buffer);
      }
    }
    for (let index = 0; index < this.unknownColumns.length; index += 1) expected.null();
  }

  /** Whether a copied row equals the expected one. `start` is the offset of its first field's length. */
  equalsExpected(bytes: Buffer, start: number, end: number): boolean {
    return this.expected.equals(bytes, start, end);
  }
}

function decodeField(row: CopyRow, index: number, type: ColumnType): unknown {
  if (row.isNull(index)) return null;
  switch (type) {
    case 'uuid':
      return row.uuid(index);
    case 'text':
    case 'date':
      return row.text(index);
    case 'smallint':
    case 'integer':
    case 'bigint':
      return row.int64(index);
    case 'timestamptz':
      return new Date(row.milliseconds(index));
    case 'bytea':
      return row.slice(index);
  }
}
