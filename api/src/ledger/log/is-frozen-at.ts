import { userStream } from '../domain/events.js';

/** SQL for whether an account was frozen at a position and not closed; null if nobody ever froze it. */
export function isFrozenAt(accountId: string, position: string): string {
  return `(select type = 'AccountFrozen' from ledger_event
    where stream = '${userStream('')}' || ${accountId} and type in ('AccountFrozen', 'AccountUnfrozen')
      and position <= ${position} order by version desc limit 1)`;
}
