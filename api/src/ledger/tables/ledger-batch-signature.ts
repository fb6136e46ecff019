import { bigint, bytea, text } from '../../platform/database/columns.js';
import { table, type RowOf } from '../../platform/database/table.js';

/** `ledger_batch_signature`: the writer's signature over each batch of consecutive events (LED-20). */
export const LEDGER_BATCH_SIGNATURE = table('ledger_batch_signature', {
  columns: {
    first_position: bigint(),
    last_position: bigint(),
    key_id: text(),
    signature: bytea(),
  },
  key: ['last_position'],
});

/** The signature over the events from `firstPosition` to `lastPosition`, both inclusive. */
export type BatchSignature = RowOf<typeof LEDGER_BATCH_SIGNATURE>;
