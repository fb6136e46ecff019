import type { Sql } from '../../platform/database/sql.js';
import { HEAD_LOCK_IDLE_TIMEOUT_MS } from '../log/head-lock.js';
import { accessHash, isEntryChainedTo, type Access, type AccessEntry } from './access-entry.js';

export {
  ACCESS_ACTIONS,
  type Access,
  type AccessAction,
  type AccessDetails,
  type AccessEntry,
} from './access-entry.js';

/** How long recording an access may wait for the log's head before it fails. */
const LOCK_TIMEOUT_MS = 3_000;

/** The last entry of the access log; position 0 if the log is empty. */
export interface AccessHead {
  readonly position: number;
  readonly hash: Buffer;
  readonly recordedAt: Date;
}

const LIMIT_WAITS = `select set_config('lock_timeout', '${LOCK_TIMEOUT_MS}ms', true),
  set_config('idle_in_transaction_session_timeout', '${HEAD_LOCK_IDLE_TIMEOUT_MS}ms', true)`;
const SELECT_HEAD = 'select position, hash, recorded_at as "recordedAt" from access_log_head';
const SELECT_ENTRIES = `select position, recorded_at as "recordedAt", actor, action, subject, count,
  correlation_id as "correlationId", details, hash from access_log`;

/** One statement, so entries and head take one round trip. */
const APPEND = `with added as (
    insert into access_log (position, recorded_at, actor, action, subject, count, correlation_id, details, hash)
    select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::uuid[], $6::bigint[], $7::text[],
      $8::text[], $9::bytea[]))
  update access_log_head set position = $10, recorded_at = $11, hash = $12`;

/**
 * Appends entries to the access log. `sql` must be in a transaction. Keep the transaction short: this locks the head,
 * which every writer of the access log waits for.
 */
export async function appendAccesses(sql: Sql, accesses: readonly Access[], now: Date): Promise<void> {
  await sql.query(LIMIT_WAITS);
  const [head] = await sql.query<AccessHead>(`${SELECT_HEAD} for update`);
  if (head === undefined) throw new Error('table access_log_head has no row');
  const entries = chain(head, accesses, now);
  const last = entries.at(-1);
  if (last === undefined) return;
  const column = <Name extends keyof AccessEntry>(name: Name): AccessEntry[Name][] =>
    entries.map((entry) => entry[name]);
  await sql.query(APPEND, [
    ...[column('position'), column('recordedAt'), column('actor'), column('action'), column('subject')],
    ...[column('count'), column('correlationId'), column('details'), column('hash')],
    ...[last.position, last.recordedAt, last.hash],
  ]);
}

/** Gives accesses their positions, times and hashes. Times never go back, even if a clock does. */
function chain(head: AccessHead, accesses: readonly Access[], now: Date): AccessEntry[] {
  let { position, hash } = head;
  const recordedAt = now > head.recordedAt ? now : head.recordedAt;
  return accesses.map(({ details, ...access }) => {
    position += 1;
    const entry = { position, recordedAt, ...access, details: JSON.stringify(details) };
    hash = accessHash(hash, entry);
    return { ...entry, hash };
  });
}

/** Returns the head row, or null if it is missing. */
export async function readAccessHead(sql: Sql): Promise<AccessHead | null> {
  const [head] = await sql.query<AccessHead>(SELECT_HEAD);
  return head ?? null;
}

/** Returns at most `limit` entries after a position, in order. */
export function readAccesses(sql: Sql, after: number, limit: number): Promise<AccessEntry[]> {
  return sql.query(`${SELECT_ENTRIES} where position > $1 order by position limit $2`, [after, limit]);
}

/**
 * Returns an SQL condition for the entries that concern a customer, whether alone or in a list. `id` is the placeholder
 * for the lowercase id and is used twice. Both sides of the "or" can use an index.
 */
export const showsCustomer = (id: string): string =>
  `subject = ${id}::uuid or subject is null and details::jsonb -> 'people' @> to_jsonb(${id}::text)`;

/** Selects entries by admin, customer and time. */
export interface AccessSelection {
  readonly actor?: string | undefined;
  readonly customer?: string | undefined;
  readonly since?: Date | undefined;
}

/** Returns the newest entries of a selection, newest first. */
export function selectAccesses(
  sql: Sql,
  { actor, customer, since }: AccessSelection,
  limit: number,
): Promise<AccessEntry[]> {
  return sql.query(
    `${SELECT_ENTRIES} where ($1::text is null or actor = $1) and ($2::text is null or ${showsCustomer('$2')})
      and ($3::timestamptz is null or recorded_at >= $3) order by recorded_at desc, position desc limit $4`,
    [actor ?? null, customer ?? null, since ?? null, limit],
  );
}

/** Entries per page. */
const PAGE = 1_000;

/**
 * Returns the current head if the access log continues from the given earlier head, or null if it doesn't. The log
 * continues from the earlier head if two conditions hold: the entry at the earlier head's position has the earlier
 * head's hash, and every later entry is chained to the one before it. `sql` must read from one snapshot.
 */
export async function accessHeadAfter(
  sql: Sql,
  { position, hash }: Pick<AccessHead, 'position' | 'hash'>,
): Promise<AccessHead | null> {
  const head = await readAccessHead(sql);
  if (head === null || head.position < position) return null;
  if (position > 0) {
    const [known] = await readAccesses(sql, position - 1, 1);
    if (known?.position !== position || !known.hash.equals(hash)) return null;
  }
  let last = { position, hash };
  while (last.position < head.position) {
    const page = await readAccesses(sql, last.position, PAGE);
    if (page.length === 0) return null;
    for (const entry of page) {
      if (entry.position !== last.position + 1 || !isEntryChainedTo(last.hash, entry)) return null;
      last = entry;
    }
  }
  return last.position === head.position && last.hash.equals(head.hash) ? head : null;
}
