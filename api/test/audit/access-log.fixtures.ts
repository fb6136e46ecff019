import { query, type HttpClient, type TestDatabase } from '../harness/index.js';

/** An entry of the access log as stored. */
export interface StoredAccess {
  position: number;
  actor: string;
  action: string;
  subject: string | null;
  count: number | null;
  details: string;
  correlation_id: string;
}

export const idOf = async (client: HttpClient): Promise<string> =>
  (await client.get<{ id: string }>('/api/auth/user')).body.id;

/** Returns the entries after a position. */
export const accessesAfter = (database: TestDatabase, position: number): Promise<StoredAccess[]> =>
  query(
    database.superUrl,
    `select position::int, actor, action, subject, count::int, details, correlation_id from access_log
      where position > $1 order by position`,
    [position],
  );

export async function lastAccess(database: TestDatabase): Promise<number> {
  const [head] = await query<{ position: number }>(
    database.superUrl,
    'select position::int from access_log_head',
  );
  return head?.position ?? 0;
}

/** Runs `work` and returns the entries that it added to the access log. */
export async function accessesOf(
  database: TestDatabase,
  work: () => Promise<unknown>,
): Promise<StoredAccess[]> {
  const before = await lastAccess(database);
  await work();
  return accessesAfter(database, before);
}
