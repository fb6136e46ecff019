import type { RecordedEvent } from '../log/event-log.port.js';
import type { Sql } from '../../platform/database/sql.js';
import { LEDGER_STAGED_TEXT, type StagedTextRow } from '../tables/ledger-staged-text.js';
import type { TextsToStore } from '../texts/transaction-texts.js';

/** Stages texts of events that are about to be appended. They must be committed before the append. */
export async function stageTexts(sql: Sql, rows: readonly StagedTextRow[]): Promise<void> {
  await sql.query(STAGE, LEDGER_STAGED_TEXT.values(rows));
}

/** Returns the staged texts of contiguous events, in order. */
export async function loadStagedTexts(
  sql: Sql,
  events: readonly Pick<RecordedEvent, 'position' | 'hash'>[],
): Promise<TextsToStore[]> {
  const first = events[0];
  const rows = first === undefined ? [] : await selectStaged(sql, [first.position, events.at(-1)?.position]);
  return rows
    .filter(({ position, hash }) => events[position - (first?.position ?? 0)]?.hash.equals(hash))
    .map(({ texts }) => JSON.parse(texts) as TextsToStore);
}

/**
 * Deletes the staged texts of projected positions, in the transaction that projects them: their events were projected
 * with them, or can no longer land. Looks at no other positions, because the index keeps deleted rows until it is vacuumed.
 */
export async function deleteStagedTexts(sql: Sql, after: number, upTo: number): Promise<void> {
  await sql.query('delete from ledger_staged_text where position > $1 and position <= $2', [after, upTo]);
}

/** Deletes the staged texts whose events can no longer land, because other events are projected at their positions. */
export async function discardStagedTexts(sql: Sql): Promise<void> {
  await sql.query('delete from ledger_staged_text where position <= (select position from ledger_head)');
}

// The same batch may have been decided before.
const STAGE = `${LEDGER_STAGED_TEXT.insert} on conflict (position, hash) do nothing`;

const selectStaged = LEDGER_STAGED_TEXT.select('where position between $1 and $2 order by position');
