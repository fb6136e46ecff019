// Callers declare the shape of the rows, as with `query`.
/* oxlint-disable typescript/no-unnecessary-type-parameters */
import { query, type HttpClient, type TestDatabase } from '../harness/index.js';

/** A page of an admin list. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total?: number;
}

/** Reads a list to its end, but at most 100 pages. Returns all items and the size of each page. */
export async function readPages<Item>(
  admin: HttpClient,
  path: string,
  limit: number,
): Promise<{ items: Item[]; sizes: number[] }> {
  const items: Item[] = [];
  const sizes: number[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { status, body } = await admin.get<Page<Item>>(
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${from}`,
    );
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    items.push(...body.items);
    sizes.push(body.items.length);
    cursor = body.nextCursor;
  } while (cursor !== null && sizes.length < 100);
  return { items, sizes };
}

/** Downloads a CSV file and returns its lines without the header. */
export async function csvLinesOf(admin: HttpClient, path: string): Promise<string[]> {
  const { status, headers, body } = await admin.get<string>(path);
  if (status !== 200) throw new Error(`${path}: ${String(status)}`);
  if (!headers.get('content-type')?.startsWith('text/csv')) throw new Error(`${path} is not CSV`);
  return body.trimEnd().split('\r\n').slice(1);
}

/** Returns every row of every table as text. */
export async function dumpDatabase(database: TestDatabase): Promise<string> {
  const tables = await query<{ name: string }>(
    database.superUrl,
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(database.superUrl, `select t::text as row from ${name} t`);
    parts.push(...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}
