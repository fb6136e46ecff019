import { postgresEventLog } from '../log/postgres-event-log.js';
import type { Sql } from '../../platform/database/sql.js';
import { EVENT_INDEX_COLUMNS, eventIndexFollower } from './event-index-follower.js';
import { indexRowOf } from './event-index-row.js';
import { BrokenLogError } from '../verify/replay.js';

export interface RebuiltIndex {
  /** Position of the last indexed event. */
  readonly position: number;
  /** Number of rows that differed from the log and were repaired. */
  readonly repaired: number;
}

const PAGE_SIZE = 5_000;

/**
 * Rebuilds the event-history index in a temporary table, up to the position of its follower, and repairs the rows of
 * the live index that differ. Everything happens in one transaction that locks the follower: searches read newer events
 * from the log, and a crash changes nothing.
 *
 * @throws BrokenLogError an event is missing from the log
 */
export async function rebuildEventIndex(sql: Sql, onProgress?: OnProgress): Promise<RebuiltIndex> {
  await sql.query('begin');
  try {
    const [follower] = await sql.query<{ position: number }>(
      'select position from ledger_follower where name = $1 for update',
      [eventIndexFollower.name],
    );
    const position = follower?.position ?? 0;
    await sql.query('create temporary table rebuilt_index (like ledger_event_index) on commit drop');
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
      const message = `events up to position ${next} are missing`;
      throw new BrokenLogError({ check: 'positions', position: reached + 1, message });
    }
    await sql.query(INSERT, EVENT_INDEX_COLUMNS.values(events.map(indexRowOf)));
    reached = next;
    onProgress?.(reached, upTo);
  }
}

const INSERT = `insert into rebuilt_index (${EVENT_INDEX_COLUMNS.names}) ${EVENT_INDEX_COLUMNS.select}`;

async function repairDifferences(sql: Sql): Promise<number> {
  await sql.query('create unique index on rebuilt_index (position)');
  await sql.query('analyze rebuilt_index');
  const [removed] = await sql.query<{ count: number }>(
    `with removed as (
      delete from ledger_event_index live where not exists (
        select from rebuilt_index rebuilt
        where rebuilt.position = live.position and row(rebuilt.*) is not distinct from row(live.*))
      returning 1)
    select count(*) as count from removed`,
  );
  const [added] = await sql.query<{ count: number }>(
    `with added as (
      insert into ledger_event_index select * from rebuilt_index rebuilt
      where not exists (select from ledger_event_index live where live.position = rebuilt.position)
      returning 1)
    select count(*) as count from added`,
  );
  return Math.max(removed?.count ?? 0, added?.count ?? 0);
}
