import { MAX_READ, type RowComparison } from './compare-rows.js';

interface FreezeDifference {
  readonly id: string;
  readonly position: number | null;
  readonly stored: string;
  readonly expected: string;
}

// `ledger_frozen_users()` returns few users: those whose row says they are frozen or kept from signing in, or whose
// account is frozen.
const SELECT_DIFFERENCES = `
  select user_id as id, position, stored, expected from (
    select known.user_id, last.position,
      case when is_frozen then 'frozen with sign-in ' || case when is_sign_in_blocked then 'blocked' else 'allowed' end
        when is_sign_in_blocked then 'kept from signing in' else 'not frozen' end as stored,
      case when last.type = 'AccountFrozen' then 'frozen with sign-in ' || (last.payload::json ->> 'signIn')
        else 'not frozen' end as expected
    from ledger_frozen_users() known left join lateral (
      select type, payload, position from ledger_event
      where stream = 'user:' || known.user_id and type in ('AccountFrozen', 'AccountUnfrozen')
      order by version desc limit 1
    ) as last on true
    where $1 = 0 or last.position > $1
  ) as compared where stored <> expected order by position nulls last, user_id limit ${MAX_READ}`;

/**
 * Checks users' rows against the last event that froze or unfroze the user (AUD-53): whether the user is frozen, and
 * whether a frozen user may sign in. If the position `$1` is above 0, compares only users who were last frozen or
 * unfrozen after it. `ledger_account` must already have been compared with the log.
 */
export const FREEZES: RowComparison<FreezeDifference> = {
  check: 'decisions',
  readers: ['ledger_frozen_users()'],
  select: SELECT_DIFFERENCES,
  describe: ({ id, stored, expected }) =>
    `user ${id} is ${stored}, but according to the log, this user is ${expected}`,
};
