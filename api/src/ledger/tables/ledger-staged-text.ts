import { bigint, bytea, text } from '../../platform/database/columns.js';
import { table, type RowOf } from '../../platform/database/table.js';

/**
 * `ledger_staged_text`: the texts (`TextsToStore` as JSON) that belong to the event with this position and hash, until it
 * is projected. Only with a log outside PostgreSQL.
 */
export const LEDGER_STAGED_TEXT = table('ledger_staged_text', {
  columns: {
    position: bigint(),
    hash: bytea(),
    texts: text(),
  },
  key: ['position', 'hash'],
});

export type StagedTextRow = RowOf<typeof LEDGER_STAGED_TEXT>;
