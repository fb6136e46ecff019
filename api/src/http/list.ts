import type { CsvColumns } from './csv.js';
import type { ColumnsOf } from '../platform/database/select.js';
import type { Where } from '../platform/database/where.js';

/** A list's sort column. It is never null, and has an index that ends with the list's id. */
export interface Sort {
  readonly by: string;
  readonly type: 'timestamptz' | 'text' | 'bigint' | 'uuid';
  readonly isDescending?: boolean;
}

/** The fields that any list request may have. The query's other fields are filters. */
export interface ListRequest {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
  readonly sort?: string | undefined;
}

/** A condition with `?` for the value, or a function that adds conditions. */
type Filter<Value> = string | ((where: Where, value: Value) => unknown);

type SortName<Query> = 'sort' extends keyof Query ? Extract<Query['sort'], string> : never;

/**
 * A list: its rows, what it shows of them, and how they can be filtered and sorted. `Row` can be a response class.
 * `Query` is what a request may ask for. The compiler demands the SQL for each field of `Row`, each filter of
 * `Query`, and each sort.
 */
export interface List<Row, Query extends ListRequest> {
  readonly columns: ColumnsOf<Row>;
  /** The from clause. */
  readonly tables: string;
  /** The from clause for counting, without joins that only columns need. Defaults to `tables`. */
  readonly countedTables?: string;
  readonly id: { readonly by: string; readonly type: 'uuid' | 'bigint' };
  /** A condition that all of the list's rows meet. */
  readonly condition?: string;
  /** The available sorts, by their names. A request without a sort gets `newest`. */
  readonly sorts: Readonly<Record<'newest' | SortName<Query>, Sort>>;
  readonly filters: {
    readonly [Name in Exclude<keyof Query, keyof ListRequest>]-?: Filter<NonNullable<Query[Name]>>;
  };
}

/** A list that can be exported as CSV. */
export interface ExportedList<Row, Query extends ListRequest> extends List<Row, Query> {
  readonly csv: { readonly fileName: string; readonly columns: CsvColumns<Row> };
}

export const TIME_SORTS = ['newest', 'oldest'] as const;
export type TimeSort = (typeof TIME_SORTS)[number];

export function byTime(by: string): Readonly<Record<TimeSort, Sort>> {
  return { newest: { by, type: 'timestamptz', isDescending: true }, oldest: { by, type: 'timestamptz' } };
}
