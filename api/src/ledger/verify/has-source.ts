import { hash } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.js';

/**
 * Whether a function of the database, which runs with the rights of its owner, has the source with this SHA-256. A
 * superuser could replace it by one that hides a change.
 */
export async function hasSource(sql: Sql, signature: string, sha256: string): Promise<boolean> {
  const [source] = await sql.query<{ text: string }>(SELECT_SOURCE, [signature]);
  return source !== undefined && hash('sha256', source.text) === sha256;
}

const SELECT_SOURCE = `select prosrc as text from pg_proc where oid = to_regprocedure($1)
  and prosecdef and prolang = (select oid from pg_language where lanname = 'sql')
  and proconfig = array['search_path=public, pg_temp']`;
