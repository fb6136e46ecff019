import { bigintColumn, rowSet, textColumn, uuidColumn } from '../../platform/database/row-arrays.js';
import type { LogFollower } from '../log/log-follower.js';
import { indexRowOf, type EventIndexRow } from './event-index-row.js';

/** Columns of `ledger_event_index`. */
export const EVENT_INDEX_COLUMNS = rowSet<EventIndexRow>('ledger_event_index_row', {
  position: bigintColumn((row) => row.position),
  type: textColumn((row) => row.type),
  actor: textColumn((row) => row.actor),
  actor_role: textColumn((row) => row.actorRole),
  customer_id: uuidColumn((row) => row.customerId),
  account_id: uuidColumn((row) => row.accountId),
  transaction_id: uuidColumn((row) => row.transactionId),
  correlation_id: textColumn((row) => row.correlationId),
});

const INSERT = `insert into ledger_event_index (${EVENT_INDEX_COLUMNS.names}) ${EVENT_INDEX_COLUMNS.select}`;

/** Maintains `ledger_event_index`. The command `ledger rebuild event-index` rebuilds it. */
export const eventIndexFollower: LogFollower = {
  name: 'event-index',
  batchSize: 5_000,
  async handle(manager, events) {
    await manager.query(INSERT, EVENT_INDEX_COLUMNS.values(events.map(indexRowOf)));
  },
};
