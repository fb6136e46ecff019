/** The PostgreSQL types used in our hand-written tables. */
export type ColumnType =
  | 'uuid'
  | 'text'
  | 'smallint'
  | 'integer'
  | 'bigint'
  | 'date'
  | 'timestamptz'
  | 'bytea';

/** A column as declared by a table. `Value` is the type of its values in the program's rows. */
export class Column<Value> {
  /** Exists only as a type. */
  declare readonly value: Value;

  constructor(
    readonly type: ColumnType,
    readonly isNullable = false,
    readonly isMutable = false,
  ) {}

  /** The same column, but its values can be null. */
  orNull(): Column<Value | null> {
    return new Column<Value | null>(this.type, true, this.isMutable);
  }

  /** The same column, but an upsert overwrites it. Other columns keep what the insert wrote. */
  mutable(): Column<Value> {
    return new Column<Value>(this.type, this.isNullable, true);
  }
}

/** Lowercase UUIDs. */
export const uuid = (): Column<string> => new Column('uuid');
/** Strings, or a union of certain strings. */
export const text = <Value extends string = string>(): Column<Value> => new Column('text');
export const smallint = (): Column<number> => new Column('smallint');
export const integer = (): Column<number> => new Column('integer');
/** Safe integers. */
export const bigint = (): Column<number> => new Column('bigint');
/** Days as `YYYY-MM-DD`. */
export const date = (): Column<string> => new Column('date');
/** Times to the millisecond. */
export const timestamptz = (): Column<Date> => new Column('timestamptz');
export const bytea = (): Column<Buffer> => new Column('bytea');
