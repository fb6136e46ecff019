import { bigint, date, uuid } from '../../platform/database/columns.js';
import { table, type Table } from '../../platform/database/table.js';
import type { AccountEntry } from '../domain/apply.js';

/** `ledger_entry`: the effect of each event on each account. Rows are never updated. */
export const LEDGER_ENTRY = table('ledger_entry', {
  columns: {
    account_id: uuid(),
    position: bigint(),
    account_version: bigint(),
    transaction_id: uuid().orNull(),
    amount_cents: bigint(),
    hold_cents: bigint(),
    posted_after_cents: bigint(),
    held_after_cents: bigint(),
    outgoing_day_after: date().orNull(),
    /** Null, like `outgoing_day_after`, in rows written before this column existed. */
    outgoing_day_cents_after: bigint().orNull(),
  },
  key: ['account_id', 'position'],
  rowType: 'ledger_entry_row_2',
}) satisfies Table<AccountEntry>;
