import { bigint, text, uuid } from '../../platform/database/columns.js';
import { table } from '../../platform/database/table.js';

/** `ledger_event_index`: the searchable fields of each event. Contains no personal data. */
export const LEDGER_EVENT_INDEX = table('ledger_event_index', {
  columns: {
    position: bigint(),
    type: text(),
    actor: text(),
    actor_role: text<'customer' | 'admin' | 'system'>(),
    /** The customer whose account or data the event concerns. */
    customer_id: uuid().orNull(),
    /** The account whose stream contains the event. */
    account_id: uuid().orNull(),
    transaction_id: uuid().orNull(),
    correlation_id: text(),
  },
  key: ['position'],
});
