import { Where } from '../../platform/database/where.js';
import { isSystemAccount } from '../domain/accounts.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { indexRowOf, postedAccountsOf, type ActorRole } from './event-index-row.js';

/** Which events are looked for; what is left out does not matter. */
export interface EventFilter {
  readonly customerId?: string | undefined;
  /** A customer's account: what is in its stream. One of the bank's own: what was posted to it. */
  readonly accountId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly type?: string | undefined;
  /** As the log has it: `user:<id>` or `system`. */
  readonly actor?: string | undefined;
  readonly actorRole?: ActorRole | undefined;
  readonly correlationId?: string | undefined;
}

/** True where every event matches: the log itself, read by position, is the answer. */
export function isEmptyFilter(filter: EventFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** Whether an event that the index has not reached yet is looked for; the same rules as `indexQueryOf`. */
export function matchesFilter(event: RecordedEvent, filter: EventFilter): boolean {
  const row = indexRowOf(event);
  const { accountId, ...plain } = filter;
  for (const [name, wanted] of Object.entries(plain) as [keyof typeof plain, string | undefined][]) {
    if (wanted !== undefined && row[name] !== wanted) return false;
  }
  if (accountId === undefined) return true;
  return isSystemAccount(accountId)
    ? postedAccountsOf(event).includes(accountId)
    : row.accountId === accountId;
}

/** What follows `from`, and the conditions, to find events by the index; `i` is the index. */
export function indexQueryOf(filter: EventFilter): { readonly tables: string; readonly where: Where } {
  const { accountId } = filter;
  const where = new Where()
    .andIf('i.customer_id = ?', filter.customerId)
    .andIf('i.transaction_id = ?', filter.transactionId)
    .andIf('i.type = ?', filter.type)
    .andIf('i.actor = ?', filter.actor)
    .andIf('i.actor_role = ?', filter.actorRole)
    .andIf('i.correlation_id = ?', filter.correlationId);
  if (accountId === undefined) return { tables: 'ledger_event_index i', where };
  // The bank's own accounts have no stream: their events are those with a line on them, by its primary key.
  if (isSystemAccount(accountId)) {
    const tables = 'ledger_entry line join ledger_event_index i on i.position = line.position';
    return { tables, where: where.and('line.account_id = ?', accountId) };
  }
  // A customer's account has the customer's id; by it there is an index.
  where.and('i.customer_id = ? and i.account_id = ?', accountId, accountId);
  return { tables: 'ledger_event_index i', where };
}
