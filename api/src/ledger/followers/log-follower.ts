import type { DataSource, EntityManager } from 'typeorm';
import { sqlOfManager } from '../../platform/database/sql.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { postgresEventLog } from '../log/postgres-event-log.js';

/** Something that is done once for every event, in the order of the log and behind it. */
export interface LogFollower {
  /** Its row in `ledger_follower`, which the migration of its tables adds. */
  readonly name: string;
  /** How many events it takes in one transaction. */
  readonly batchSize: number;
  /** Does its work in the transaction that also moves its position: both stand or neither does. */
  handle(manager: EntityManager, events: readonly RecordedEvent[]): Promise<void>;
}

/**
 * Hands the next batch to a follower and moves its position. Returns how many events that were: fewer than a batch
 * at the end of the log, and none while another process has the follower in hand.
 */
export function processNextBatch(source: DataSource, follower: LogFollower): Promise<number> {
  return source.transaction(async (manager) => {
    const [row] = await manager.query<{ position: number }[]>(
      'select position from ledger_follower where name = $1 for update skip locked',
      [follower.name],
    );
    if (row === undefined) return 0;
    const events = await postgresEventLog.read(sqlOfManager(manager), row.position, follower.batchSize);
    const last = events.at(-1);
    if (last === undefined) return 0;
    await follower.handle(manager, events);
    await manager.query('update ledger_follower set position = $2 where name = $1', [
      follower.name,
      last.position,
    ]);
    return events.length;
  });
}

/** Hands a follower all that the log has for it, or until it is told to stop. */
export async function catchUp(
  source: DataSource,
  follower: LogFollower,
  isStopping: () => boolean,
): Promise<void> {
  if (!(await isBehind(source, follower))) return;
  while (!isStopping() && (await processNextBatch(source, follower)) === follower.batchSize);
}

/** Whether the log goes on after what a follower has handled; takes no lock, so it may be asked often. */
async function isBehind(source: DataSource, { name }: LogFollower): Promise<boolean> {
  const rows = await source.query<unknown[]>(
    `select from ledger_follower, ledger_head
      where ledger_follower.name = $1 and ledger_head.position > ledger_follower.position`,
    [name],
  );
  return rows.length > 0;
}
