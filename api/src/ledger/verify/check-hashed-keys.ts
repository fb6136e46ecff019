import { textArray } from '../../platform/database/row-arrays.js';
import type { Sql } from '../../platform/database/sql.js';
import type { RemoteAuditLog } from '../log/remote-audit-log.js';
import { usedKeysOf } from '../log/used-keys.js';
import { LEDGER_IDEMPOTENCY_KEY, type UsedIdempotencyKey } from '../tables/ledger-idempotency-key.js';
import { describeRowDifferences } from './describe-row-differences.js';
import { areReleased } from './compare-rows.js';
import type { Finding, FindingList } from './finding-list.js';

const PAGE_SIZE = 2_000;
/** Keys without a row are looked up in batches of about this size, because each lookup reads the whole table. */
const MAX_UNMATCHED = 50_000;

/** A part of the log: after a position, up to the last projected event. */
interface Scope {
  readonly after: number;
  readonly end: number;
}

/**
 * Compares recorded keys with the HMACs of the keys in a log outside PostgreSQL (AUD-52). Keys that were recorded while
 * the log was still in PostgreSQL are plain. Of plain keys, only the actor and the first event are compared.
 */
export async function checkHashedKeys(
  sql: Sql,
  remote: RemoteAuditLog,
  { after, end }: Scope,
  findings: FindingList,
): Promise<void> {
  if (!(await areReleased(sql, 'keys', ['ledger_hashed_keys(text[])'], findings))) return;
  let unmatched: UsedIdempotencyKey[] = [];
  for (let reached = after; reached < end;) {
    const events = await remote.readWithKeys(reached, Math.min(PAGE_SIZE, end - reached));
    const last = events.at(-1);
    if (last === undefined) break;
    reached = last.position;
    unmatched.push(...(await compare(sql, usedKeysOf(events), findings)));
    if (unmatched.length < MAX_UNMATCHED && reached < end) continue;
    findings.add(...(await findMissing(sql, unmatched)));
    unmatched = [];
  }
}

/** Compares keys with their rows. Returns those without a row. */
async function compare(
  sql: Sql,
  keys: readonly UsedIdempotencyKey[],
  findings: FindingList,
): Promise<UsedIdempotencyKey[]> {
  const rows = await selectHashed(sql, [textArray(keys.map(({ key }) => key))]);
  const stored = new Map(rows.map((row) => [`${row.actor}\n${row.key}`, row]));
  return keys.filter((key) => {
    const row = stored.get(`${key.actor}\n${key.key}`);
    if (row === undefined) return true;
    const { record } = LEDGER_IDEMPOTENCY_KEY;
    const differences = describeRowDifferences(record(row), record(key));
    if (differences !== null) findings.add(findingAt(key, `differs: ${differences}`));
    return false;
  });
}

async function selectHashed(sql: Sql, values: readonly unknown[]): Promise<UsedIdempotencyKey[]> {
  return sql.query<UsedIdempotencyKey>(
    `select ${LEDGER_IDEMPOTENCY_KEY.fields} from ledger_hashed_keys($1)`,
    values,
  );
}

/** Takes keys without a row for their HMAC. Returns a finding for each that has no row for the plain key either. */
async function findMissing(sql: Sql, keys: readonly UsedIdempotencyKey[]): Promise<Finding[]> {
  if (keys.length === 0) return [];
  const rows = await sql.query<{ position: number; actor: string }>(SELECT_ACTORS, [
    keys.map(({ firstPosition }) => firstPosition),
  ]);
  const actors = new Map(rows.map(({ position, actor }) => [position, actor]));
  const missing = keys.filter(({ firstPosition, actor }) => actors.get(firstPosition ?? 0) !== actor);
  return missing.map((key) => findingAt(key, 'is missing'));
}

const SELECT_ACTORS = `select first_position as position, actor from ledger_idempotency_key
  where first_position = any($1::bigint[])`;

function findingAt({ firstPosition }: UsedIdempotencyKey, problem: string): Finding {
  return { check: 'keys', position: firstPosition, message: `the recorded key of the event ${problem}` };
}
