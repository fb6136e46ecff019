import { bigint, bytea, smallint, text, timestamptz } from '../../platform/database/columns.js';
import { table } from '../../platform/database/table.js';

/** `ledger_event`: the log. The hash of an event covers the columns before `hash`, in this order (LED-4). */
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
