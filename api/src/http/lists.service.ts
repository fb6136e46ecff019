import { Injectable, type StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { MAX_COUNTED } from '@moniker/common/limits.js';
import { AppError } from './app-error.js';
import { decodeCursor, encodeCursor, invalidCursorError } from './cursor.js';
import { csvFileOfPages } from './file-response.js';
import type { ExportedList, List, ListRequest, Sort } from './list.js';
import { DEFAULT_PAGE_SIZE, type Page } from './page.js';
import { selectList } from '../platform/database/select.js';
import { Where } from '../platform/database/where.js';

interface CursorColumns {
  readonly cursorValue: string;
  readonly cursorId: string;
}

/**
 * Reads lists with keyset pagination: a cursor holds the sort value and id of the last row, so new rows do not shift
 * pages.
 */
@Injectable()
export class Lists {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Reads one page of a list. Only the first page has the total.
   *
   * @throws AppError VALIDATION_FAILED for an invalid cursor
   */
  async page<Row extends object, Query extends ListRequest>(
    list: List<Row, Query>,
    query: NoInfer<Query>,
  ): Promise<Page<Row>> {
    const where = whereOf(list, query);
    const sort = sortOf(list, query);
    const [page, total] = await Promise.all([
      this.read(list, where, { ...query, sort }),
      query.cursor === undefined ? this.count(list, where, sort) : undefined,
    ]);
    return { ...page, ...(total === undefined ? {} : { total }) };
  }

  /** @throws NOT_FOUND the list has no such row */
  async get<Row extends object, Query extends ListRequest>(list: List<Row, Query>, id: string): Promise<Row> {
    const where = conditionOf(list).and(`${list.id.by} = ?`, id);
    const { items } = await this.read(list, where, { sort: list.sorts.newest, limit: 1 });
    const [row] = items;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return row;
  }

  /** Streams the rows that match the query, up to a million, as a CSV file. */
  csv<Row extends object, Query extends ListRequest>(
    list: ExportedList<Row, Query>,
    query: NoInfer<Query>,
  ): StreamableFile {
    const { fileName, columns } = list.csv;
    const where = whereOf(list, query);
    const sort = sortOf(list, query);
    return csvFileOfPages(fileName, columns, (cursor, limit) =>
      this.read(list, where, { sort, cursor, limit }),
    );
  }

  private async read<Row extends object, Query extends ListRequest>(
    { columns, tables, id }: List<Row, Query>,
    where: Where,
    { sort, cursor, limit = DEFAULT_PAGE_SIZE }: Omit<ListRequest, 'sort'> & { readonly sort: Sort },
  ): Promise<Page<Row>> {
    const order = sort.isDescending === true ? 'desc' : 'asc';
    const filter = where.copy();
    if (cursor !== undefined) {
      const [value, rowId] = decodeCursor(cursor);
      const operator = sort.isDescending === true ? '<' : '>';
      filter.and(
        `(${sort.by}, ${id.by}) ${operator} (?::text::${sort.type}, ?::text::${id.type})`,
        value,
        rowId,
      );
    }
    const text = `select ${selectList(columns)}, (${sort.by})::text as "cursorValue", (${id.by})::text as "cursorId"
      from ${tables} ${filter.sql} order by ${sort.by} ${order}, ${id.by} ${order} limit ${filter.param(limit + 1)}`;
    const rows = await this.dataSource
      .query<(Row & CursorColumns)[]>(text, filter.values)
      .catch(rethrowAsInvalidCursor(cursor));
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      nextCursor: last === undefined ? null : encodeCursor([last.cursorValue, last.cursorId]),
      items: rows.slice(0, limit),
    };
  }

  /**
   * Counts matching rows up to `MAX_COUNTED`, in list order so that PostgreSQL walks the index; without an order, it
   * would read the whole table.
   */
  private async count<Row, Query extends ListRequest>(
    { tables, countedTables = tables, id }: List<Row, Query>,
    where: Where,
    sort: Sort,
  ): Promise<number> {
    const [row] = await this.dataSource.query<{ total: number }[]>(
      `select count(*) as total from (select 1 from ${countedTables} ${where.sql} order by ${sort.by}, ${id.by}
        limit ${MAX_COUNTED}) as counted`,
      where.values,
    );
    return row?.total ?? 0;
  }
}

function sortOf<Row, Query extends ListRequest>({ sorts }: List<Row, Query>, { sort }: Query): Sort {
  const byName: Readonly<Record<string, Sort>> = sorts;
  return byName[sort ?? 'newest'] ?? sorts.newest;
}

function conditionOf<Row, Query extends ListRequest>({ condition }: List<Row, Query>): Where {
  return condition === undefined ? new Where() : new Where().and(condition);
}

/** Applies the filters that have a value. An empty search matches everything. */
function whereOf<Row, Query extends ListRequest>(list: List<Row, Query>, query: Query): Where {
  const where = conditionOf(list);
  for (const name of Object.keys(list.filters) as (keyof typeof list.filters)[]) {
    const filter = list.filters[name];
    const value = query[name];
    if (value === undefined || value === null || value === '') continue;
    if (typeof filter === 'string') where.and(filter, value);
    else filter(where, value);
  }
  return where;
}

/** Reports a failed cast as an invalid cursor, because a cursor from another sort has values of the wrong type. */
function rethrowAsInvalidCursor(cursor: string | undefined): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (cursor !== undefined && typeof code === 'string' && code.startsWith('22')) throw invalidCursorError();
    throw error;
  };
}
