import type { Sql } from '../../platform/database/sql.js';
import { addDifferences, areUnchanged, MAX_READ, type OwnerFunction } from './database-check.js';
import type { FindingList } from './finding-list.js';

const READER: OwnerFunction = {
  signature: 'ledger_frozen_users()',
  sha256: 'c64b1755ca691386774cdb96f38d218a66eaa4cb6ae412241e555e9e97892770',
  name: 'that reads frozen users',
};

interface FreezeDifference {
  readonly id: string;
  readonly position: number | null;
  readonly stored: string;
  readonly expected: string;
}

/**
 * Compares the rows of users with the last event that froze or unfroze them (AUD-53): whether they are frozen and may sign
 * in. With `after`, only users whom later events concern. `ledger_account` must already be compared with the log.
 */
export async function checkFreezes(
  sql: Sql,
  { after }: { readonly after: number },
  findings: FindingList,
): Promise<void> {
  if (!(await areUnchanged(sql, 'decisions', [READER], findings))) return;
  addDifferences(
    'decisions',
    await sql.query<FreezeDifference>(SELECT_DIFFERENCES, [after]),
    ({ id, stored, expected }) => `user ${id} is ${stored}, but by the log ${expected}`,
    findings,
  );
}

// The function returns few users: those who are frozen by their row or by the log. Rows commit before their events if the
// log is outside PostgreSQL, so users with pending commands are left out.
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
    where ($1 = 0 or last.position > $1) and not exists (
      select from ledger_pending_command, json_array_elements(commands::json) as pending (one)
      where known.user_id::text in (one #>> '{command,accountId}', one #>> '{command,event,payload,userId}'))
  ) as compared where stored <> expected order by position nulls last, user_id limit ${MAX_READ}`;
