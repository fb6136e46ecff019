import type { AuditEventType } from '../domain/events.js';
import type { Sql } from '../../platform/database/sql.js';
import { compareRows, MAX_READ, type RowComparison } from './compare-rows.js';
import type { Finding, FindingList } from './finding-list.js';

/** The kinds of rows that `ledger_decided_rows()` returns. */
type Kind = 'identity check' | 'account request' | 'account number' | 'user' | 'role' | 'reason';

/** What an event says about a row: a fixed value, or a field of its payload. */
interface Rule {
  readonly type: AuditEventType;
  readonly kind: Kind;
  readonly idField: string;
  readonly value?: string;
  readonly valueField?: string;
  /** Appended to the field's value. */
  readonly suffix?: string;
}

const KYC = { kind: 'identity check', idField: 'kycId' } as const;
const NUMBER = {
  kind: 'account number',
  idField: 'accountRequestId',
  valueField: 'numbersDigest',
} as const;
const ROLE = { kind: 'role', idField: 'userId' } as const;
const REASON = { kind: 'reason', idField: 'changeId', valueField: 'reasonDigest' } as const;

/** A row's value comes from the last event that a rule applies to. */
const RULES: readonly Rule[] = [
  { type: 'KycApproved', ...KYC, value: 'approved' },
  { type: 'KycRejected', ...KYC, value: 'rejected' },
  { type: 'KycReset', ...KYC, value: 'pending' },
  {
    ...{ type: 'AccountRequestDecided', kind: 'account request' },
    ...{ idField: 'accountRequestId', valueField: 'status' },
  },
  { type: 'AccountNumberAssigned', ...NUMBER },
  { type: 'AccountNumberChanged', ...NUMBER },
  { type: 'UserDeleted', kind: 'user', idField: 'userId', value: 'deleted' },
  { type: 'AdminRoleGranted', ...ROLE, valueField: 'role' },
  { type: 'AdminRoleRevoked', ...ROLE, value: 'none' },
  { type: 'AdminDisabled', ...ROLE, valueField: 'role', suffix: ' without access' },
  { type: 'AdminEnabled', ...ROLE, valueField: 'role' },
  { type: 'AdminRoleGranted', ...REASON },
  { type: 'AdminRoleRevoked', ...REASON },
  { type: 'AdminDisabled', ...REASON },
  { type: 'AdminEnabled', ...REASON },
];

const ROLE_TYPES = RULES.filter(({ kind }) => kind === 'role').map(({ type }) => `'${type}'`);

/** A row's value before its first event. */
const INITIAL: Readonly<Partial<Record<Kind, string>>> = {
  'identity check': 'pending',
  'account request': 'pending',
  user: 'active',
  role: 'none',
};

/** Rows whose value is a digest. Messages leave the digest out, because it means nothing to a reader. */
const DIGESTS: readonly Kind[] = ['account number', 'reason'];

/** What messages call a row, and the field that is compared. */
const NAMES: Readonly<Record<Kind, { readonly row: string; readonly field: string }>> = {
  'identity check': { row: 'identity check', field: 'status' },
  'account request': { row: 'account request', field: 'status' },
  'account number': { row: 'account request', field: 'account number' },
  user: { row: 'user', field: 'status' },
  role: { row: 'user', field: 'role' },
  reason: { row: 'role change', field: 'reason' },
};

/** A row that differs from its last event. */
interface Difference {
  readonly kind: Kind;
  readonly id: string;
  /** The position of the event; null if no event decided the row. */
  readonly position: number | null;
  /** The row's value; null if the row is missing. */
  readonly value: string | null;
  /** The event's value, or the initial one if no event decided the row. */
  readonly expected: string | null;
  readonly isDecided: boolean;
  readonly isOfOtherUser: boolean;
  /** Total number of differences. */
  readonly total: number;
}

/**
 * Compares rows with the last event that decided them (AUD-50): identity checks, account requests, account numbers,
 * user deletions, and admins' roles with their reasons. The database computes the digests, because auditors are not
 * allowed to read the rows. Events before the checkpoint of `verify --since` are used too. Their hashes are not
 * recomputed, but a row that was changed without an event is still found. Returns warnings about decisions that were
 * made before the log recorded decisions; the API records such decisions when it starts.
 */
export async function checkDecisions(sql: Sql, findings: FindingList): Promise<Finding[]> {
  await compareRows(sql, LATE_ROLES, [], findings);
  const parameters = [JSON.stringify(RULES), JSON.stringify(INITIAL), MAX_READ];
  const differences = (await compareRows(sql, DECIDED_ROWS, parameters, findings)) ?? [];
  const unrecorded = differences.filter(isUnrecorded);
  // The reason is recorded together with its role change, so it isn't counted again.
  const count = unrecorded.filter(({ kind }) => kind !== 'reason').length;
  return count === 0 ? [] : [unrecordedWarning(count)];
}

/**
 * Whether a row's decision was made before the log recorded decisions. Such a row has the value `unrecorded` and no
 * event. If a row has that value although it has an event, the row was changed, which is a finding.
 */
function isUnrecorded({ value, isDecided }: Difference): boolean {
  return value === 'unrecorded' && !isDecided;
}

function unrecordedWarning(count: number): Finding {
  const message = `earlier decisions not yet recorded as events: ${count}; the API records them when it starts`;
  return { check: 'decisions', position: null, message };
}

function describeDifference({ kind, id, value, expected, isDecided, isOfOtherUser }: Difference): string {
  const { row, field } = NAMES[kind];
  if (isOfOtherUser) return `${row} ${id} belongs to a different user from the one in the log`;
  if (value === null) {
    const what = kind === 'account number' ? `the ${field} of ${row}` : row;
    return `${what} ${id} is missing, but the log has a decision on it`;
  }
  if (kind === 'role')
    return `${describeRole(id, value)}, but according to the log ${expectedRole(expected)}`;
  if (DIGESTS.includes(kind)) {
    const problem = isDecided ? "doesn't match the digest in the event" : 'has a value that no event set';
    return `the ${field} of ${row} ${id} ${problem}`;
  }
  return `the ${field} of ${row} ${id} is ${value}, but according to the log it is ${String(expected)}`;
}

function describeRole(userId: string, role: string): string {
  if (role === 'none') return `user ${userId} has no role`;
  if (role === 'admin without a role') return `user ${userId} is an admin without a role`;
  return `the role of user ${userId} is ${role}`;
}

function expectedRole(role: string | null): string {
  return role === 'none' ? "the user isn't an admin" : `the role is ${String(role)}`;
}

// Roles that were granted before the log recorded role changes are all backfilled before the first `decision` event. A
// later `backfill` event comes from a row that was changed behind the bank's back.
const SELECT_LATE = `select position from ledger_event
  where type in (${ROLE_TYPES.join(', ')}) and payload::json ->> 'origin' = 'backfill'
    and position > (select min(position) from ledger_event
      where type in (${ROLE_TYPES.join(', ')}) and payload::json ->> 'origin' = 'decision')
  order by position limit ${MAX_READ}`;

// A deleted user's rows are erased, so a missing row is a difference only if its user still exists.
const SELECT_DIFFERENCES = `with
  rule as (select * from json_to_recordset($1::json)
    as (type text, kind text, "idField" text, value text, "valueField" text, suffix text)),
  event as (
    select type, payload::json as payload, position from ledger_event where type in (select type from rule)),
  decided as (
    select distinct on (rule.kind, payload ->> "idField") rule.kind, payload ->> "idField" as id,
      payload ->> 'userId' as user_id, coalesce(rule.value, (payload ->> "valueField") || coalesce(suffix, '')) as value, position
    from event join rule using (type) order by rule.kind, payload ->> "idField", position desc),
  stored as (select kind, id::text, user_id::text, value from ledger_decided_rows()),
  living as (select id from stored where kind = 'user' and value <> 'deleted'),
  compared as (
    select kind, id, decided.position,
      case when stored.id is null and kind = 'role' then 'none' else stored.value end as value,
      coalesce(decided.value, $2::json ->> kind) as expected,
      decided.id is not null as "isDecided",
      stored.user_id <> decided.user_id as "isOfOtherUser",
      stored.id is null and decided.user_id not in (select id from living) as "isErased"
    from decided full join stored using (kind, id))
  select kind, id, position, value, expected, "isDecided", coalesce("isOfOtherUser", false) as "isOfOtherUser", count(*) over () as total
    from compared where (value is distinct from expected or "isOfOtherUser") and not "isErased"
    order by position nulls last, kind, id limit $3`;

const LATE_ROLES: RowComparison<{ readonly position: number }> = {
  check: 'decisions',
  select: SELECT_LATE,
  describe: () =>
    'it records a role as granted before role changes were recorded, but it comes after the first recorded role change',
};

const DECIDED_ROWS: RowComparison<Difference> = {
  check: 'decisions',
  readers: ['ledger_decided_rows()'],
  select: SELECT_DIFFERENCES,
  describe: (row) => (isUnrecorded(row) ? null : describeDifference(row)),
};
