import { userStream } from '../domain/events.js';

/**
 * Returns SQL for whether an account was frozen as of a position, ignoring closures; null if nobody had ever frozen
 * it.
 */
export function isFrozenAt(accountId: string, position: string): string {
  return `(select type = 'AccountFrozen' from ledger_event
    where stream = '${userStream('')}' || ${accountId} and type in ('AccountFrozen', 'AccountUnfrozen')
      and position <= ${position} order by version desc limit 1)`;
}
