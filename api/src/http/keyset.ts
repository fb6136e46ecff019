// Callers name the row type of their columns, as with `DataSource.query`.
/* oxlint-disable typescript/no-unnecessary-type-parameters */
import type { DataSource } from 'typeorm';
import { MAX_COUNTED } from '@moniker/common/limits.js';
import { AppError } from './app-error.js';
import { DEFAULT_PAGE_SIZE, type Page } from './page.js';
import type { Where } from '../platform/database/where.js';

const EXPORT_PAGE_SIZE = 1_000;
const MAX_EXPORTED = 1_000_000;

/** A sort column of a list. It is never null and has an index that ends with the id of the list. */
export interface Sort {
  readonly by: string;
  readonly type: 'timestamptz' | 'text' | 'bigint' | 'uuid';
  readonly isDescending?: boolean;
}

/**
 * A list in SQL with keyset pagination: a cursor holds the sort value and id of the last row, so new rows do not shift
 * pages.
 */
export interface KeysetList {
  /** The select list. */
  readonly columns: string;
  /** The from clause. */
  readonly tables: string;
  /** The from clause for counting, without joins that only the columns need. Defaults to `tables`. */
  readonly countedTables?: string;
  readonly id: { readonly by: string; readonly type: 'uuid' | 'bigint' };
}

interface CursorColumns {
  readonly cursorValue: string;
  readonly cursorId: string;
}

export interface PageRequest {
  readonly sort: Sort;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Reads one page of a list. Only the first page has the total.
 *
 * @throws AppError VALIDATION_FAILED for an invalid cursor
 */
export async function readPage<Row extends object>(
  source: DataSource,
  list: KeysetList,
  where: Where,
  request: PageRequest,
): Promise<Page<Row>> {
  const [{ items, nextCursor }, total] = await Promise.all([
    readRows<Row>(source, list, where, request),
    request.cursor === undefined ? countInListOrder(source, list, where, request.sort) : undefined,
  ]);
  return { items, nextCursor, ...(total === undefined ? {} : { total }) };
}

/** Renders all rows of a list for an export, page by page. Stops at a million rows. */
export function renderAll<Row extends object>(
  source: DataSource,
  list: KeysetList,
  where: Where,
  sort: Sort,
  render: (rows: Row[]) => string,
): AsyncGenerator<string> {
  return renderPages((cursor, limit) => readRows<Row>(source, list, where, { sort, cursor, limit }), render);
}

/** Renders all pages that `read` returns, for lists with a query of their own. Stops at a million rows. */
export async function* renderPages<Row>(
  read: (cursor: string | undefined, limit: number) => Promise<Page<Row>>,
  render: (rows: Row[]) => string,
): AsyncGenerator<string> {
  let cursor: string | undefined;
  for (let count = 0; count < MAX_EXPORTED; count += EXPORT_PAGE_SIZE) {
    const page = await read(cursor, EXPORT_PAGE_SIZE);
    yield render(page.items);
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

async function readRows<Row extends object>(
  source: DataSource,
  { columns, tables, id }: KeysetList,
  where: Where,
  { sort, cursor, limit = DEFAULT_PAGE_SIZE }: PageRequest,
): Promise<{ items: Row[]; nextCursor: string | null }> {
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
  const text = `select ${columns}, (${sort.by})::text as "cursorValue", (${id.by})::text as "cursorId"
    from ${tables} ${filter.sql} order by ${sort.by} ${order}, ${id.by} ${order} limit ${filter.param(limit + 1)}`;
  const rows = await source
    .query<(Row & CursorColumns)[]>(text, filter.values)
    .catch(rethrowAsInvalidCursor(cursor));
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(withoutCursor),
    nextCursor: last === undefined ? null : encodeCursor(last),
  };
}

/** Some lists respond with their rows as they are. */
function withoutCursor<Row extends object>(row: Row & CursorColumns): Row {
  const { cursorValue: _value, cursorId: _id, ...rest } = row;
  return rest as unknown as Row;
}

/** Counts matching rows up to `MAX_COUNTED`. */
export async function countUpTo(
  source: DataSource,
  tables: string,
  where: Where,
  order = '',
): Promise<number> {
  const [row] = await source.query<{ total: number }[]>(
    `select count(*) as total from (select 1 from ${tables} ${where.sql} ${order} limit ${MAX_COUNTED}) as counted`,
    where.values,
  );
  return row?.total ?? 0;
}

/** Counts in list order so that PostgreSQL walks the index; without an order the planner reads the whole table. */
function countInListOrder(
  source: DataSource,
  { tables, countedTables = tables, id }: KeysetList,
  where: Where,
  sort: Sort,
): Promise<number> {
  return countUpTo(source, countedTables, where, `order by ${sort.by}, ${id.by}`);
}

function encodeCursor({ cursorValue, cursorId }: CursorColumns): string {
  return Buffer.from(JSON.stringify([cursorValue, cursorId])).toString('base64url');
}

function decodeCursor(cursor: string): readonly [value: string, id: string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as unknown[];
      if (typeof value === 'string' && typeof id === 'string') return [value, id];
    }
  } catch {
    // Invalid JSON is an invalid cursor.
  }
  throw invalidCursorError();
}

/** A cursor of another sort holds values that PostgreSQL cannot cast to the type of this sort. */
function rethrowAsInvalidCursor(cursor: string | undefined): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (cursor !== undefined && typeof code === 'string' && code.startsWith('22')) throw invalidCursorError();
    throw error;
  };
}

/** The error for a cursor that no list returned. */
export function invalidCursorError(): AppError {
  return new AppError('VALIDATION_FAILED', 'cursor must be the nextCursor of the previous page', {
    fields: ['cursor'],
  });
}
