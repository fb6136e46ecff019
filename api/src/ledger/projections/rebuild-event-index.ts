import { postgresEventLog } from '../log/postgres-event-log.js';
import { inTransaction } from '../../platform/database/snapshot.js';
import type { Sql } from '../../platform/database/sql.js';
import { LEDGER_EVENT_INDEX } from '../tables/ledger-event-index.js';
import { eventIndexFollower } from './event-index-follower.js';
import { indexRowOf } from '../log/event-index-row.js';
import { BrokenLogError } from '../verify/replay.js';
import { repairTable } from './shadow-tables.js';

export interface RebuiltIndex {
  /** Position of the last indexed event. */
  readonly position: number;
  /** Number of rows that differed from the log and were repaired. */
  readonly repaired: number;
}

const PAGE_SIZE = 5_000;

/**
 * Rebuilds the event-history index in a shadow table, up to its follower's position, and repairs the live index's rows
 * that differ. Everything happens in one transaction, so a crash changes nothing. The transaction locks the follower:
 * until the transaction ends, searches read newer events from the log.
 *
 * @throws BrokenLogError an event is missing from the log
 */
export function rebuildEventIndex(sql: Sql, onProgress?: OnProgress): Promise<RebuiltIndex> {
  return inTransaction(sql, async () => {
    const [follower] = await sql.query<{ position: number }>(
      'select position from ledger_follower where name = $1 for update',
      [eventIndexFollower.name],
    );
    const position = follower?.position ?? 0;
    const fill = (): Promise<void> => fillShadow(sql, position, onProgress);
    return { position, repaired: await repairTable(sql, LEDGER_EVENT_INDEX, fill) };
  });
}

type OnProgress = (position: number, total: number) => void;

async function fillShadow(sql: Sql, upTo: number, onProgress?: OnProgress): Promise<void> {
  for (let reached = 0; reached < upTo;) {
    const next = Math.min(reached + PAGE_SIZE, upTo);
    const events = await postgresEventLog.read(sql, reached, next - reached);
    if (events.at(-1)?.position !== next) {
      const message = `some events up to position ${next} are missing`;
      throw new BrokenLogError({ check: 'positions', position: reached + 1, message });
    }
    await sql.query(LEDGER_EVENT_INDEX.insert, LEDGER_EVENT_INDEX.values(events.map(indexRowOf)));
    reached = next;
    onProgress?.(reached, upTo);
  }
  const { name, key } = LEDGER_EVENT_INDEX;
  await sql.query(`create unique index on ${name} (${key.map((column) => column.name).join(', ')})`);
  await sql.query(`analyze ${name}`);
}
