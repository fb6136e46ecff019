import { postgresEventLog } from '../log/postgres-event-log.js';
import type { Sql } from '../../platform/database/sql.js';
import { EVENT_INDEX_COLUMNS, eventIndexFollower } from '../search/event-index-follower.js';
import { indexRowOf } from '../search/event-index-row.js';
import { BrokenLogError } from './replay.js';

export interface RebuiltIndex {
  /** Up to where the index goes. */
  readonly position: number;
  /** Rows that were not what the log says, and now are. */
  readonly repaired: number;
}

const PAGE_SIZE = 5_000;

/**
 * Makes the event history's index again beside the live one, up to where its follower is, and puts right the rows that
 * differ. All in one transaction that holds the follower still: searches read what the index lacks from the log, and a
 * crash leaves everything as it was. Throws `BrokenLogError` at a hole in the log.
 */
export async function rebuildEventIndex(sql: Sql, onProgress?: OnProgress): Promise<RebuiltIndex> {
  await sql.query('begin');
  try {
    const [follower] = await sql.query<{ position: number }>(
      'select position from ledger_follower where name = $1 for update',
      [eventIndexFollower.name],
    );
    const position = follower?.position ?? 0;
    await sql.query('create temporary table made_index (like ledger_event_index) on commit drop');
    await fillRebuiltIndex(sql, position, onProgress);
    const repaired = await repairDifferences(sql);
    await sql.query('commit');
    return { position, repaired };
  } catch (error) {
    await sql.query('rollback').catch(() => undefined);
    throw error;
  }
}

type OnProgress = (position: number, total: number) => void;

async function fillRebuiltIndex(sql: Sql, upTo: number, onProgress?: OnProgress): Promise<void> {
  for (let reached = 0; reached < upTo;) {
    const next = Math.min(reached + PAGE_SIZE, upTo);
    const events = await postgresEventLog.read(sql, reached, next - reached);
    if (events.at(-1)?.position !== next) {
      const what = `not all events up to ${next} are there`;
      throw new BrokenLogError({ check: 'positions', position: reached + 1, what });
    }
    await sql.query(INSERT, EVENT_INDEX_COLUMNS.values(events.map(indexRowOf)));
    reached = next;
    onProgress?.(reached, upTo);
  }
}

const INSERT = `insert into made_index (${EVENT_INDEX_COLUMNS.names}) ${EVENT_INDEX_COLUMNS.select}`;

async function repairDifferences(sql: Sql): Promise<number> {
  await sql.query('create unique index on made_index (position)');
  await sql.query('analyze made_index');
  const [gone] = await sql.query<{ count: number }>(
    `with gone as (
      delete from ledger_event_index live where not exists (
        select from made_index made
        where made.position = live.position and row(made.*) is not distinct from row(live.*))
      returning 1)
    select count(*) as count from gone`,
  );
  const [added] = await sql.query<{ count: number }>(
    `with added as (
      insert into ledger_event_index select * from made_index made
      where not exists (select from ledger_event_index live where live.position = made.position)
      returning 1)
    select count(*) as count from added`,
  );
  return Math.max(gone?.count ?? 0, added?.count ?? 0);
}
