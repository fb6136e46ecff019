import type { Sql } from '../../platform/database/sql.js';
import { addDifferences, areReleased, compareRows, MAX_READ, type RowComparison } from './compare-rows.js';
import type { FindingList } from './finding-list.js';

/**
 * A decision's event may be recorded at most this long after the decision time in the row. The event can be later than
 * that time, because the transaction may have waited for the log's head.
 */
const MAX_DELAY_SECONDS = 60;

/** How many identity checks were compared (AUD-80). */
export interface ComparedIdentities {
  readonly compared: number;
  /** Identity checks without a digest in the log: they were submitted before digests were recorded (LED-70). */
  readonly withoutDigest: number;
}

/** A row that differs from its event, or an approval of something other than what was submitted. */
interface Difference {
  readonly problem: keyof typeof PROBLEMS;
  readonly id: string;
  readonly position: number | null;
  /** Total number of differences. */
  readonly total: number;
}

/** The counts, with a difference if one was found. */
type ComparedRow = ComparedIdentities & (Difference | { readonly problem: null });

const PROBLEMS = {
  missing: (id: string) => `identity check ${id} is missing, but an event records its submission`,
  details: (id: string) =>
    `the customer, account type, name or address of identity check ${id} doesn't match the event`,
  ssn: (id: string) => `the SSN of identity check ${id} doesn't match the digest in the event`,
  claim: (id: string) => `the SSN of identity check ${id} isn't claimed for its customer`,
  documents: (id: string) => `the documents of identity check ${id} don't match the digests in the event`,
  unsubmitted: (id: string) => `identity check ${id} is in the table, but no event records its submission`,
  approval: (id: string) => `identity check ${id} was approved with data other than what was submitted`,
} as const;

interface DeciderDifference {
  readonly kind: string;
  readonly id: string;
  readonly problem: keyof typeof DECIDER_PROBLEMS;
  readonly position: number | null;
  readonly total: number;
}

const DECIDER_PROBLEMS = {
  undecided: (what: string) =>
    `${what} has a reviewer or a decision time, but according to the log it isn't decided`,
  incomplete: (what: string) =>
    `${what} is decided according to the log, but lacks its reviewer or decision time`,
  decider: (what: string) => `${what} was decided by someone other than the person in its row`,
  time: (what: string) => `${what} was decided at a time other than the one in its row`,
} as const;

/**
 * Compares identity checks with the log (AUD-80): the customer, the account type, names and address, the SSN with its
 * claim, and documents. Also compares who decided an identity check or account request, and when (AUD-81). The database
 * computes the digests, because auditors are not allowed to read the rows. Events before the checkpoint of `verify
 * --since` are used too. `mayLag` is set for a log outside PostgreSQL, where a decision may be appended much later than
 * it was made.
 */
export async function checkIdentity(
  sql: Sql,
  { mayLag }: { readonly mayLag: boolean },
  findings: FindingList,
): Promise<ComparedIdentities | null> {
  if (!(await areReleased(sql, 'identity', ['ledger_kyc_digests()', 'ledger_deciders()'], findings)))
    return null;
  const rows = await sql.query<ComparedRow>(SELECT_COMPARED, [MAX_READ]);
  const differences = rows.filter((row): row is ComparedRow & Difference => row.problem !== null);
  addDifferences('identity', differences, ({ problem, id }) => PROBLEMS[problem](id), findings);
  await compareRows(sql, DECIDERS, [MAX_READ, mayLag], findings);
  const { compared = 0, withoutDigest = 0 } = rows[0] ?? {};
  return { compared, withoutDigest };
}

const EVENTS = `event as (
    select type, payload::json as payload, actor, recorded_at, position
      from ledger_event where stream like 'kyc:%' and type in ('KycSubmitted', 'KycApproved', 'KycRejected', 'KycReset')
    union all
    select type, payload::json, actor, recorded_at, position
      from ledger_event where stream like 'account-request:%' and type = 'AccountRequestDecided')`;

const DIGESTED = `${EVENTS},
  digested as (
    select payload ->> 'kycId' as id, payload ->> 'userId' as user_id, type, position,
      array[payload ->> 'identityDigest', payload ->> 'claimDigest', (payload -> 'documents')::jsonb::text] as digests
    from event where type in ('KycSubmitted', 'KycApproved') and payload ->> 'identityDigest' is not null),
  followed as (
    select *, lag(digests) over (partition by id order by position) as previous,
      row_number() over (partition by id order by position desc) as age from digested),
  compared as (
    select coalesce(newest.id, stored.id::text) as id, newest.position, newest.id is not null as is_digested,
      stored.id is not null as is_stored, is_salted, is_claimed, newest.user_id,
      stored.user_id::text is distinct from newest.user_id
        or identity_digest is distinct from digests[1] as is_other_person,
      claim_digest is distinct from digests[2] as is_other_ssn,
      documents::text is distinct from digests[3] as has_other_documents
    from (select * from followed where age = 1) as newest
      full join ledger_kyc_digests() as stored on stored.id::text = newest.id)`;

// A deleted user's rows are erased, including the salts.
const SELECT_COMPARED = `with ${DIGESTED},
  differing as (
    select 'missing' as problem, id, position from compared where not is_stored
      and not exists (select from ledger_event where stream = 'user:' || compared.user_id and type = 'UserDeleted')
    union all select 'details', id, position from compared where is_digested and is_stored and is_other_person
    union all select 'ssn', id, position from compared where is_digested and is_stored and is_other_ssn
    union all select 'claim', id, position from compared where is_digested and is_stored and not is_claimed
    union all select 'documents', id, position from compared where is_digested and is_stored and has_other_documents
    union all select 'unsubmitted', id, null from compared where not is_digested and is_salted
    union all select 'approval', id, position from followed
      where type = 'KycApproved' and previous is not null and previous is distinct from digests),
  counts as (select count(*) filter (where is_digested and is_stored) as compared,
    count(*) filter (where not is_digested) as "withoutDigest" from compared)
  select problem, id, position, count(problem) over () as total, counts.*
    from counts left join differing on true
    order by position nulls last, id, problem limit $1`;

// Older rows may have no decider. A row that was approved with digests must have a decider.
const SELECT_DECIDERS = `with ${EVENTS},
  decision as (
    select distinct on (kind, id) * from (
      select case type when 'AccountRequestDecided' then 'account request' else 'identity check' end as kind,
        coalesce(payload ->> 'kycId', payload ->> 'accountRequestId') as id,
        type, payload, actor, recorded_at, position
      from event where type in ('KycApproved', 'KycRejected', 'KycReset', 'AccountRequestDecided')) as any_decision
    order by kind, id, position desc),
  compared as (
    select kind, id, position, case
      when type is null or type = 'KycReset' then case when num_nonnulls(decided_by, decided_at) > 0 then 'undecided' end
      when num_nulls(decided_by, decided_at) > 0 then
        case when payload ->> 'identityDigest' is not null or num_nonnulls(decided_by, decided_at) = 1 then 'incomplete' end
      when actor <> 'user:' || decided_by then 'decider'
      when decided_at > recorded_at + interval '5 seconds' then 'time'
      when not $2 and decided_at < recorded_at - interval '${MAX_DELAY_SECONDS} seconds' then 'time'
    end as problem
    from (select kind, id::text, decided_by, decided_at from ledger_deciders()) as stored
      left join decision using (kind, id))
  select kind, id, problem, position, count(*) over () as total from compared where problem is not null
    order by position nulls last, kind, id limit $1`;

const DECIDERS: RowComparison<DeciderDifference> = {
  check: 'identity',
  select: SELECT_DECIDERS,
  describe: ({ problem, kind, id }) => DECIDER_PROBLEMS[problem](`${kind} ${id}`),
};
