import { bigintColumn, columnSet, textColumn } from '../../platform/database/column-arrays.js';
import type { LogFollower } from '../followers/log-follower.js';
import { indexRowOf, type EventIndexRow } from './event-index-row.js';

/** The columns of `ledger_event_index`. */
export const EVENT_INDEX_COLUMNS = columnSet<EventIndexRow>({
  position: bigintColumn((row) => row.position),
  type: textColumn((row) => row.type),
  actor: textColumn((row) => row.actor),
  actor_role: textColumn((row) => row.actorRole),
  customer_id: textColumn((row) => row.customerId, 'uuid'),
  account_id: textColumn((row) => row.accountId, 'uuid'),
  transaction_id: textColumn((row) => row.transactionId, 'uuid'),
  correlation_id: textColumn((row) => row.correlationId),
});

const INSERT = `insert into ledger_event_index (${EVENT_INDEX_COLUMNS.names}) ${EVENT_INDEX_COLUMNS.select}`;

/** Fills `ledger_event_index` behind the log. `ledger rebuild event-index` makes it again. */
export const eventIndexFollower: LogFollower = {
  name: 'event-index',
  batchSize: 5_000,
  async handle(manager, events) {
    await manager.query(INSERT, EVENT_INDEX_COLUMNS.values(events.map(indexRowOf)));
  },
};
