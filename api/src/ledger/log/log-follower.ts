import type { DataSource, EntityManager } from 'typeorm';
import { sqlOfManager } from '../../platform/database/sql.js';
import { currentTracer } from '../../platform/tracing/tracing.js';
import type { RecordedEvent } from './event-log.port.js';
import { LIMIT_IDLE_TRANSACTION } from './head-lock.js';
import { postgresEventLog } from './postgres-event-log.js';

/** An asynchronous projection or reaction. It handles every event once, in log order, after the event has committed. */
export interface LogFollower {
  /** Primary key of its row in `ledger_follower`. A migration must add the row. */
  readonly name: string;
  /** Maximum number of events per transaction. */
  readonly batchSize: number;
  /** Handles events in the transaction that also advances the follower's position. */
  handle(manager: EntityManager, events: readonly RecordedEvent[]): Promise<void>;
}

/**
 * Passes the next batch of events to a follower and advances its position. Returns the number of events: fewer than
 * `batchSize` at the end of the log, and 0 while another process runs the follower. If that process hangs, the server
 * ends its transaction and another process continues.
 */
export async function processNextBatch(source: DataSource, follower: LogFollower): Promise<number> {
  const from = performance.now();
  const events = await source.transaction(async (manager): Promise<readonly RecordedEvent[]> => {
    await manager.query(LIMIT_IDLE_TRANSACTION);
    const [row] = await manager.query<{ position: number }[]>(
      'select position from ledger_follower where name = $1 for update skip locked',
      [follower.name],
    );
    if (row === undefined) return [];
    const events = await postgresEventLog.read(sqlOfManager(manager), row.position, follower.batchSize);
    const last = events.at(-1);
    if (last === undefined) return events;
    await follower.handle(manager, events);
    await manager.query('update ledger_follower set position = $2 where name = $1', [
      follower.name,
      last.position,
    ]);
    return events;
  });
  trace(follower, events, from);
  return events.length;
}

/** Records the batch once for each request that caused one of its events (OPS-66). */
function trace({ name }: LogFollower, events: readonly RecordedEvent[], from: number): void {
  const tracer = currentTracer();
  if (tracer === null) return;
  const work = { name: `projection ${name}`, from, to: performance.now() };
  for (const id of new Set(events.map(({ correlationId }) => correlationId))) tracer.recordPart(id, work);
}

/** Processes batches until the follower reaches the end of the log or `isStopping` returns true. */
export async function catchUp(
  source: DataSource,
  follower: LogFollower,
  isStopping: () => boolean,
): Promise<void> {
  if (!(await isBehind(source, follower))) return;
  while (!isStopping() && (await processNextBatch(source, follower)) === follower.batchSize);
}

/** Whether the log has events that the follower has not handled. Takes no lock, so frequent polling is cheap. */
async function isBehind(source: DataSource, { name }: LogFollower): Promise<boolean> {
  const rows = await source.query<unknown[]>(
    `select from ledger_follower, ledger_head
      where ledger_follower.name = $1 and ledger_head.position > ledger_follower.position`,
    [name],
  );
  return rows.length > 0;
}
