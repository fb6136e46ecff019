import { PLAN_CAUSE_PREFIX } from '../domain/events.js';
import { MAX_READ, type RowComparison } from './compare-rows.js';

interface PlanDifference {
  readonly id: string;
  /** The position of the event that recorded the plan, or null. */
  readonly position: number | null;
  readonly isMissing: boolean;
  /** The status according to the events, if only that differs. */
  readonly expectedStatus: string | null;
}

function describePlanDifference({ id, position, isMissing, expectedStatus }: PlanDifference): string {
  const plan = `the scheduled transfer ${id}`;
  if (position === null) return `${plan} is in the table, but no event recorded it`;
  if (isMissing) return `${plan} is missing, but an event recorded it`;
  return expectedStatus === null
    ? `${plan} differs from the event that recorded it`
    : `${plan} isn't ${expectedStatus}, but according to the log it is`;
}

// A plan with the schedule `once` ends when its transfer is requested or skipped; no separate event records the end.
// Deleted users' plans are erased, so a missing one does not count as a difference.
const SELECT_DIFFERENCES = `with
  planned as (
    select payload::json ->> 'planId' as id, payload::json ->> 'userId' as user_id,
        (payload::json ->> 'amountCents')::bigint as amount_cents, payload::json ->> 'schedule' as schedule,
        payload::json ->> 'firstDay' as first_day, payload::json ->> 'category' as category,
        payload::json ->> 'textsDigest' as digest, position
      from ledger_event where type = 'TransferPlanned'),
  changed as (
    select distinct on (payload::json ->> 'planId') payload::json ->> 'planId' as id,
        case payload::json ->> 'change' when 'resumed' then 'active' else payload::json ->> 'change' end as status
      from ledger_event
      where type = 'TransferPlanChanged' and payload::json ->> 'change' in ('paused', 'resumed', 'ended')
      order by payload::json ->> 'planId', position desc),
  done as (
    select case type when 'TransferRequested' then substr(causation_id, ${PLAN_CAUSE_PREFIX.length + 1})
        else payload::json ->> 'planId' end as id
      from ledger_event
      where (type = 'TransferRequested' and actor = 'system' and starts_with(causation_id, '${PLAN_CAUSE_PREFIX}'))
        or (type = 'TransferPlanChanged' and payload::json ->> 'change' = 'skipped')),
  stored as (
    select p.id::text, p.user_id::text, p.status, p.amount_cents, p.schedule, p.first_day, p.category, p.digest
      from ledger_planned_transfers() p),
  living as (select id::text from ledger_decided_rows() where kind = 'user' and value <> 'deleted'),
  compared as (
    select coalesce(planned.id, stored.id) as id, planned.position, stored.id is null as is_missing,
        stored.id is null or (planned.user_id, planned.amount_cents, planned.schedule, planned.first_day,
          planned.category, planned.digest) is distinct from (stored.user_id, stored.amount_cents, stored.schedule,
          stored.first_day, stored.category, stored.digest) as is_other,
        coalesce(changed.status, 'active') as expected, stored.status as status,
        stored.id is not null or planned.user_id in (select id from living) as is_kept,
        planned.schedule = 'once' and stored.status = 'ended' and planned.id in (select id from done) as is_done
      from planned full join stored on stored.id = planned.id left join changed on changed.id = planned.id)
  select id, position, is_missing as "isMissing", case when not is_other then expected end as "expectedStatus"
    from compared where is_kept and (is_other or (status <> expected and not is_done))
    order by position nulls last, id limit ${MAX_READ}`;

/**
 * Compares scheduled transfers with their events (AUD-50). Run it after `checkDecisions`, which checks which users are
 * deleted.
 */
export const TRANSFER_PLANS: RowComparison<PlanDifference> = {
  check: 'decisions',
  readers: ['ledger_planned_transfers()'],
  select: SELECT_DIFFERENCES,
  describe: describePlanDifference,
};
