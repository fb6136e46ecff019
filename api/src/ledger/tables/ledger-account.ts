import { bigint, date, text, uuid } from '../../platform/database/columns.js';
import { table, type Table } from '../../platform/database/table.js';
import type { AccountState, AccountStatus } from '../domain/accounts.js';

/** `ledger_account`: each account's current state. */
export const LEDGER_ACCOUNT = table('ledger_account', {
  columns: {
    account_id: uuid(),
    status: text<AccountStatus>().mutable(),
    posted_cents: bigint().mutable(),
    held_cents: bigint().mutable(),
    version: bigint().mutable(),
    outgoing_day: date().orNull().mutable(),
    outgoing_day_cents: bigint().mutable(),
  },
  key: ['account_id'],
}) satisfies Table<AccountState>;
