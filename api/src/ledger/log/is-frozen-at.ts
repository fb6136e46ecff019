import { userStream } from '../domain/events.js';

/**
 * Returns an SQL expression for whether an account was frozen at a position, ignoring closures. It is null if the
 * account had never been frozen.
 */
export function isFrozenAt(accountId: string, position: string): string {
  return `(select type = 'AccountFrozen' from ledger_event
    where stream = '${userStream('')}' || ${accountId} and type in ('AccountFrozen', 'AccountUnfrozen')
      and position <= ${position} order by version desc limit 1)`;
}
