import type { TransactionCategory } from '@moniker/common/categories.js';
import type { TransactionKind, TransactionStatus } from '@moniker/common/transactions.js';
import { bigint, date, integer, text, timestamptz, uuid } from '../../platform/database/columns.js';
import { table, type Table } from '../../platform/database/table.js';
import type { TransactionState } from '../domain/transactions.js';

/** `ledger_transaction`: each transaction's current state. */
export const LEDGER_TRANSACTION = table('ledger_transaction', {
  columns: {
    transaction_id: uuid(),
    account_id: uuid(),
    kind: text<TransactionKind>(),
    status: text<TransactionStatus>().mutable(),
    amount_cents: bigint(),
    fee_cents: bigint(),
    category: text<TransactionCategory>().orNull(),
    bank_day: date().orNull(),
    revision: integer().mutable(),
    created_position: bigint(),
    changed_position: bigint().mutable(),
    created_at: timestamptz(),
    changed_at: timestamptz().mutable(),
    visible_at: timestamptz().orNull().mutable(),
    shown_at: timestamptz().orNull().mutable(),
    customer_canceled_at: timestamptz().orNull().mutable(),
    recipient_id: uuid().orNull(),
    pair_id: uuid().orNull(),
  },
  key: ['transaction_id'],
  rowType: 'ledger_transaction_row_3',
}) satisfies Table<TransactionState>;
