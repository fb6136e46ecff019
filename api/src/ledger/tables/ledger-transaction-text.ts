import { text, uuid } from '../../platform/database/columns.js';
import { table } from '../../platform/database/table.js';

/** `ledger_transaction_text`: each transaction's erasable texts, with the salts of their digests (LED-8). */
export const LEDGER_TRANSACTION_TEXT = table('ledger_transaction_text', {
  columns: {
    transaction_id: uuid(),
    salt: text(),
    description: text(),
    recipient_name: text().orNull(),
    recipient_account: text().orNull(),
    recipient_routing: text().orNull(),
    purpose: text().orNull(),
    payment_for: text().orNull(),
    from_account: text().orNull(),
    from_routing: text().orNull(),
    to_account: text().orNull(),
    to_routing: text().orNull(),
    reason: text().orNull(),
    admin_notes: text().orNull().mutable(),
    notes_salt: text().orNull().mutable(),
    customer_reason: text().orNull().mutable(),
  },
  key: ['transaction_id'],
  rowType: 'ledger_transaction_text_row_2',
});
