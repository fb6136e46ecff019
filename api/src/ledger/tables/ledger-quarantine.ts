import { bigint, timestamptz, uuid } from '../../platform/database/columns.js';
import { table, type RowOf } from '../../platform/database/table.js';

/**
 * `ledger_quarantine`: accounts for which the writer refused a command because a row contradicted the log. Until a
 * rebuild of the read tables releases these accounts, the writer refuses all further commands on them, except freezes,
 * unfreezes and audit events (LED-31).
 */
export const LEDGER_QUARANTINE = table('ledger_quarantine', {
  columns: {
    account_id: uuid(),
    found_at: timestamptz(),
    /** The end of the log at `found_at`. */
    position: bigint(),
    posted_cents: bigint(),
    held_cents: bigint(),
    entry_posted_cents: bigint(),
    entry_held_cents: bigint(),
  },
  key: ['account_id'],
});

export type QuarantinedAccount = RowOf<typeof LEDGER_QUARANTINE>;
