import { ROW_ACTIONS } from '../domain/guarded-action.js';
import type { RowComparison } from './compare-rows.js';

const PROBLEMS = {
  missing: 'is missing, but an event recorded it',
  unproposed: 'is in the table, but no event recorded it',
  changed: 'differs from the event that recorded it',
  closed: 'is closed, but according to the log nobody decided it',
  reopened: 'is open, but according to the log it has been decided',
} as const;

interface Difference {
  readonly problem: keyof typeof PROBLEMS;
  readonly id: string;
  readonly position: number | null;
  readonly total: number;
}

// If a proposal changes the ledger, its row is closed after the event that decides it, so a crash can leave the row
// open. That has no effect, because a second decision is refused. If a proposal changes only other tables, its row is
// closed in the same transaction as the event.
const SELECT_DIFFERENCES = `with
  event as (
    select stream, type, actor, payload::json as payload, position from ledger_event where stream like 'proposal:%'),
  made as (select substr(stream, 10) as id, actor, payload, position from event where type = 'ProposalMade'),
  decided as (select substr(stream, 10) as id, max(position) as position from event
    where type <> 'ProposalMade' group by stream),
  compared as (
    select coalesce(made.id, stored.id::text) as id, coalesce(decided.position, made.position) as position, case
      when stored.id is null then 'missing'
      when made.id is null then 'unproposed'
      when (payload ->> 'action', payload ->> 'subjectId', payload ->> 'amountCents', payload ->> 'digest',
          payload ->> 'userId', made.actor) is distinct from (action, subject_id, amount_cents::text, digest,
          customer_id::text, 'user:' || proposed_by) then 'changed'
      when not is_open and decided.id is null then 'closed'
      when is_open and decided.id is not null and action = any('{${ROW_ACTIONS.join(',')}}') then 'reopened'
    end as problem
    from made full join ledger_proposals() as stored on stored.id::text = made.id
      left join decided on decided.id = made.id)
  select id, position, problem, count(*) over () as total from compared where problem is not null
    order by position nulls last, id limit $1`;

/**
 * Compares proposals with the events that made and decided them (AUD-83): what is proposed, by whom, for whom, the
 * digest, and whether the proposal is open. Events before the checkpoint of `verify --since` are used too. `$1` is the
 * maximum number of differences to read.
 */
export const PROPOSALS: RowComparison<Difference> = {
  check: 'proposals',
  readers: ['ledger_proposals()'],
  select: SELECT_DIFFERENCES,
  describe: ({ problem, id }) => `proposal ${id} ${PROBLEMS[problem]}`,
};
