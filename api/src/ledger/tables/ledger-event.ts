import { bigint, bytea, smallint, text, timestamptz } from '../../platform/database/columns.js';
import { table } from '../../platform/database/table.js';

/** `ledger_event`: the log. An event's hash covers the columns before `hash`, in this order (LED-4). */
export const LEDGER_EVENT = table('ledger_event', {
  columns: {
    position: bigint(),
    stream: text(),
    version: bigint(),
    type: text(),
    payload_version: smallint(),
    recorded_at: timestamptz(),
    actor: text(),
    correlation_id: text(),
    causation_id: text(),
    payload: text(),
    hash: bytea(),
  },
  key: ['position'],
});

/**
 * Whether an event changes a transaction. This and the next constant are the expressions of the index
 * `ledger_event_transaction_change`.
 */
export const IS_TRANSACTION_CHANGE = `type in ('TransactionStatusChanged', 'TransferCanceled', 'TransactionAmended')`;
/**
 * The id of the transaction that the event changes. The ledger writes the payloads itself, so their format is known and
 * a regular expression can find the id.
 */
export const CHANGED_TRANSACTION_ID = `substring(payload from '"transactionId":"([0-9a-f-]{36})"') collate "C"`;
