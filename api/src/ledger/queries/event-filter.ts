import { Where } from '../../platform/database/where.js';
import { isSystemAccount } from '../domain/accounts.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { indexRowOf, postedAccountsOf, type ActorRole } from '../log/event-index-row.js';

/** Criteria for an event search (HIST-1). Absent criteria match every event. */
export interface EventFilter {
  readonly customerId?: string | undefined;
  /**
   * The id of a customer's account matches the events in the account's stream. The id of one of the bank's own accounts
   * matches the events that post to that account.
   */
  readonly accountId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly type?: string | undefined;
  /** `user:<id>` or `system`, as stored in the log. */
  readonly actor?: string | undefined;
  readonly actorRole?: ActorRole | undefined;
  readonly correlationId?: string | undefined;
}

/** Whether the filter matches every event. If so, the log can be read by position. */
export function isEmptyFilter(filter: EventFilter): boolean {
  return Object.values(filter).every((value) => value === undefined);
}

/** Whether an event that isn't indexed yet matches the filter. Must apply the same rules as `indexQuery`. */
export function matchesFilter(event: RecordedEvent, filter: EventFilter): boolean {
  const row = indexRowOf(event);
  const { accountId, ...criteria } = filter;
  for (const [name, wanted] of Object.entries(criteria) as [keyof typeof criteria, string | undefined][]) {
    if (wanted !== undefined && row[name] !== wanted) return false;
  }
  if (accountId === undefined) return true;
  return isSystemAccount(accountId)
    ? postedAccountsOf(event).includes(accountId)
    : row.accountId === accountId;
}

/** Returns the `from` clause and the conditions for a search in the index, which has the alias `i`. */
export function indexQuery(filter: EventFilter): { readonly tables: string; readonly where: Where } {
  const { accountId } = filter;
  const where = new Where()
    .andIf('i.customer_id = ?', filter.customerId)
    .andIf('i.transaction_id = ?', filter.transactionId)
    .andIf('i.type = ?', filter.type)
    .andIf('i.actor = ?', filter.actor)
    .andIf('i.actor_role = ?', filter.actorRole)
    .andIf('i.correlation_id = ?', filter.correlationId);
  if (accountId === undefined) return { tables: 'ledger_event_index i', where };
  // The bank's own accounts have no streams, so the events that post to them are found by the primary key of the
  // entries.
  if (isSystemAccount(accountId)) {
    const tables = 'ledger_entry entry join ledger_event_index i on i.position = entry.position';
    return { tables, where: where.and('entry.account_id = ?', accountId) };
  }
  // A customer's account has the same id as the customer, and `customer_id` has an index.
  where.and('i.customer_id = ? and i.account_id = ?', accountId, accountId);
  return { tables: 'ledger_event_index i', where };
}
