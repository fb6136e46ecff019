import { eventHash } from '../src/ledger/log/hash-chain.js';
import { query, type TestDatabase } from './support/index.js';

/** Runs statements as a superuser for whom no trigger fires. */
export async function changeBehindTriggers(database: TestDatabase, sql: string): Promise<void> {
  await query(database.superUrl, `set session_replication_role = replica; ${sql}`);
}

interface EventRow {
  position: number;
  stream: string;
  version: number;
  type: string;
  payload_version: number;
  recorded_at: Date;
  actor: string;
  correlation_id: string;
  causation_id: string;
  payload: string;
}

/** Recomputes all hashes and the head row, as someone would who wants the log to look sound. */
export async function rechainLog(database: TestDatabase): Promise<void> {
  const rows = await query<EventRow>(database.superUrl, 'select * from ledger_event order by position');
  let previous: Buffer = Buffer.alloc(32);
  const updates: string[] = [];
  for (const row of rows) {
    previous = eventHash(previous, {
      position: row.position,
      stream: row.stream,
      version: row.version,
      type: row.type,
      payloadVersion: row.payload_version,
      recordedAt: row.recorded_at,
      actor: row.actor,
      correlationId: row.correlation_id,
      causationId: row.causation_id,
      payload: row.payload,
    });
    const hash = previous.toString('hex');
    updates.push(`update ledger_event set hash = '\\x${hash}' where position = ${row.position}`);
  }
  updates.push(`update ledger_head set hash = '\\x${previous.toString('hex')}'`);
  await changeBehindTriggers(database, updates.join('; '));
}
