import { bigint, text, timestamptz, uuid } from '../../platform/database/columns.js';
import { table, type RowOf } from '../../platform/database/table.js';

/**
 * `ledger_pending_command`: the commands of each transaction whose rows have committed and whose events are not
 * projected yet. Only with a log outside PostgreSQL.
 */
export const LEDGER_PENDING_COMMAND = table('ledger_pending_command', {
  columns: {
    id: uuid(),
    ordinal: bigint(),
    commands: text(),
    recorded_at: timestamptz(),
  },
  key: ['id'],
});

export type PendingCommandRow = RowOf<typeof LEDGER_PENDING_COMMAND>;
