import type { RowComparison } from './compare-rows.js';

/** A recorded key that does not match the events it points to. */
interface Mismatch {
  readonly position: number;
  readonly problem: string;
  /** Total number of mismatches. */
  readonly total: number;
}

// A key whose command needed no event has no position. A command with several events, such as closing an account, may
// concern several transactions.
const SELECT_MISMATCHES = `with
  event as (
    select position, actor, recorded_at, payload::json ->> 'transactionId' as transaction_id
      from ledger_event where position > $1),
  key as (
    select actor, transaction_id::text, first_position, last_position, recorded_at,
        lag(last_position) over (order by first_position, last_position) as previous_position
      from ledger_idempotency_key where coalesce(first_position, last_position) is not null),
  compared as (
    select coalesce(key.first_position, key.last_position) as position, case
        when first.position is null or last.position is null or key.first_position > key.last_position
          then 'points to missing events'
        when first.actor <> key.actor or last.actor <> key.actor then 'belongs to a different actor'
        when first.recorded_at <> key.recorded_at then 'has a different time'
        when case when key.first_position = key.last_position
            then first.transaction_id is not null and first.transaction_id is distinct from key.transaction_id
            else coalesce(first.transaction_id, last.transaction_id) is not null
              and key.transaction_id not in (first.transaction_id, last.transaction_id) end
          then 'has a different transaction'
        when key.previous_position >= key.first_position then 'overlaps with another key' end as problem
      from key left join event as first on first.position = key.first_position
        left join event as last on last.position = key.last_position
      where coalesce(key.first_position, key.last_position) > $1)
  select position, problem, count(*) over () as total from compared
    where problem is not null order by position limit $2`;

/**
 * Checks that each recorded key has the same actor, time and transaction as the events it points to, and that no two
 * keys share an event (AUD-52). A log in PostgreSQL does not have the keys themselves, so it can't reveal a missing or
 * altered key (docs/security.md). The events must already be verified. Only events after position `$1` are checked.
 * `$2` is the maximum number of mismatches to read.
 */
export const RECORDED_KEYS: RowComparison<Mismatch> = {
  check: 'keys',
  select: SELECT_MISMATCHES,
  describe: ({ problem }) => `the recorded key of the event ${problem}`,
};
