import { bigint, text, timestamptz, uuid } from '../../platform/database/columns.js';
import { table, type RowOf } from '../../platform/database/table.js';

/** `ledger_idempotency_key`: each actor's used keys, with the receipt of their first use (LED-5). */
export const LEDGER_IDEMPOTENCY_KEY = table('ledger_idempotency_key', {
  columns: {
    actor: text(),
    key: text(),
    fingerprint: text(),
    transaction_id: uuid().orNull(),
    first_position: bigint().orNull(),
    last_position: bigint().orNull(),
    recorded_at: timestamptz(),
  },
  key: ['key', 'actor'],
});

export type UsedIdempotencyKey = RowOf<typeof LEDGER_IDEMPOTENCY_KEY>;
