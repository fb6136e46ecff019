import type { Column, ColumnType } from './columns.js';
import { rowArrayEncoder } from './row-arrays.js';
import type { Sql } from './sql.js';

/** A column with its name in the database and in the program's rows, such as `account_id` and `accountId`. */
export interface TableColumn {
  readonly name: string;
  readonly field: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
  readonly isMutable: boolean;
}

/** Runs a select with the values of its parameters. */
export type Select<Row> = (sql: Sql, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * The single declaration of a hand-written table. Everything that depends on the table's columns is derived from it
 * (docs/adr/0015). `Row` is a row in the program, with the column names in camel case.
 */
export interface Table<Row, Name extends string = string> {
  readonly name: string;
  /** The composite type that rows are sent as. */
  readonly rowType: string;
  readonly columns: readonly TableColumn[];
  /** The primary key's columns. */
  readonly key: readonly TableColumn[];
  /** Each column's index in `columns`. */
  readonly index: Readonly<Record<Name, number>>;
  /** Column names, comma-separated. */
  readonly names: string;
  /** A select list that returns each column under its field's name. */
  readonly fields: string;
  /** A select that returns the rows in parameter `$1`, which `values` encodes. */
  readonly unnest: string;
  /** Inserts the rows in parameter `$1`, which `values` encodes. */
  readonly insert: string;
  /**
   * Encodes rows as the parameter of `unnest` and `insert`.
   *
   * @throws RangeError a value does not fit its column
   */
  readonly values: (rows: readonly InsertableRow<Row>[]) => [Buffer];
  /** Returns a select of the table's rows. `rest` is what follows the table's name, such as `where …`. */
  readonly select: (rest: string) => Select<Row>;
  /** Returns a row's values as stored, keyed by column name. */
  readonly record: (row: Row) => Readonly<Record<string, unknown>>;
}

/** A table's rows. */
export type RowOf<T> = T extends { readonly select: (rest: string) => Select<infer Row> } ? Row : never;

/** A row to insert: fields that can be null can also be missing. */
type InsertableRow<Row> = {
  readonly [Field in keyof Row as null extends Row[Field] ? never : Field]: Row[Field];
} & {
  readonly [Field in keyof Row as null extends Row[Field] ? Field : never]?: Row[Field] | undefined;
};

type Columns = Readonly<Record<string, Column<unknown>>>;

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type DeclaredRow<C extends Columns> = {
  readonly [Name in keyof C & string as CamelCase<Name>]: C[Name]['value'];
};

interface Declaration<C extends Columns> {
  readonly columns: C;
  readonly key: readonly (keyof C & string)[];
  /** `<name>_row` by default. A row type is never altered: if a column changes, add a new type and name it here. */
  readonly rowType?: string;
}

/** Declares a table. The row type must have exactly these columns in this order (docs/adr/0002). */
export function table<const C extends Columns>(
  name: string,
  { columns, key, rowType = `${name}_row` }: Declaration<C>,
): Table<DeclaredRow<C>, keyof C & string> {
  const all = Object.entries(columns).map(([column, { type, isNullable, isMutable }]): TableColumn => ({
    ...{ name: column, field: camelCase(column) },
    ...{ type, isNullable, isMutable },
  }));
  const names = all.map((column) => column.name).join(', ');
  const fields = all
    .map((column) => (column.name === column.field ? column.name : `${column.name} as "${column.field}"`))
    .join(', ');
  const unnest = `select ${names} from unnest($1::${rowType}[])`;
  const encode = rowArrayEncoder(all);
  return {
    name,
    rowType,
    columns: all,
    key: key.flatMap((part) => all.filter((column) => column.name === part)),
    index: Object.fromEntries(all.map((column, index) => [column.name, index])) as Record<
      keyof C & string,
      number
    >,
    names,
    fields,
    unnest,
    insert: `insert into ${name} (${names}) ${unnest}`,
    values: (rows) => [encode(rows)],
    select: (rest) => {
      const text = `select ${fields} from ${name} ${rest}`;
      return (sql, values) => sql.query(text, values);
    },
    record: (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(all.map((column) => [column.name, row[column.field] ?? null])),
  };
}

/** Returns an insert that overwrites the mutable columns of existing rows. It takes the same parameter as `insert`. */
export function upsert({
  name,
  insert,
  key,
  columns,
}: Pick<Table<never>, 'name' | 'insert' | 'key' | 'columns'>): string {
  const mutable = columns.filter(({ isMutable }) => isMutable);
  if (mutable.length === 0) throw new Error(`${name} has no mutable column`);
  const changes = mutable.map((column) => `${column.name} = excluded.${column.name}`).join(', ');
  return `${insert} on conflict (${key.map((column) => column.name).join(', ')}) do update set ${changes}`;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
