import { userStream } from '../domain/events.js';

/**
 * Returns an SQL expression: whether an account was frozen as of a log position. Doesn't take into account whether the
 * account was closed. The expression is null if the account had never been frozen.
 */
export function isFrozenAt(accountId: string, position: string): string {
  return `(select type = 'AccountFrozen' from ledger_event
    where stream = '${userStream('')}' || ${accountId} and type in ('AccountFrozen', 'AccountUnfrozen')
      and position <= ${position} order by version desc limit 1)`;
}
