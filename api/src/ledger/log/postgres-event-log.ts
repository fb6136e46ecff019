import {
  bigintColumn,
  bytesColumn,
  columnSet,
  textColumn,
  timestampColumn,
} from '../../platform/database/column-arrays.js';
import { HeadMovedError, type EventLog, type Head, type RecordedEvent } from './event-log.port.js';

interface HeadRow {
  position: number;
  hash: Buffer;
  recorded_at: Date;
}

/** A row of `ledger_event`. */
export interface EventRow {
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
  hash: Buffer;
}

const EVENTS = columnSet<RecordedEvent>({
  position: bigintColumn((event) => event.position),
  stream: textColumn((event) => event.stream),
  version: bigintColumn((event) => event.version),
  type: textColumn((event) => event.type),
  payload_version: bigintColumn((event) => event.payloadVersion),
  recorded_at: timestampColumn((event) => event.recordedAt),
  actor: textColumn((event) => event.actor),
  correlation_id: textColumn((event) => event.correlationId),
  causation_id: textColumn((event) => event.causationId),
  payload: textColumn((event) => event.payload),
  hash: bytesColumn((event) => event.hash),
});

/** The columns of an `EventRow`. */
export const EVENT_COLUMNS = EVENTS.names;

const INSERT_EVENTS = `insert into ledger_event (${EVENTS.names}) ${EVENTS.select}`;

/** The log in PostgreSQL's own tables: one head row, locked first by every writer (design.md §3.3). */
export const postgresEventLog: EventLog = {
  async openHead(sql) {
    const rows = await sql.query<HeadRow>(
      'select position, hash, recorded_at from ledger_head where id for update',
    );
    return headOf(rows);
  },

  async append(sql, expected, events) {
    const last = events.at(-1);
    if (last === undefined) return;
    const [moved] = await Promise.all([
      sql.query(
        `update ledger_head set position = $1, hash = $2, recorded_at = $3 where id and position = $4 returning 1`,
        [last.position, last.hash, last.recordedAt, expected.position],
      ),
      sql.query(INSERT_EVENTS, EVENTS.values(events)),
    ]);
    if (moved.length !== 1) throw new HeadMovedError();
  },

  async head(sql) {
    return headOf(await sql.query<HeadRow>('select position, hash, recorded_at from ledger_head'));
  },

  async read(sql, afterPosition, limit) {
    const rows = await sql.query<EventRow>(
      `select ${EVENT_COLUMNS} from ledger_event where position > $1 order by position limit $2`,
      [afterPosition, limit],
    );
    return rows.map(eventOfRow);
  },
};

function headOf(rows: readonly HeadRow[]): Head {
  const row = rows[0];
  if (row === undefined) throw new Error('the head row of the ledger is missing');
  return { position: row.position, hash: row.hash, recordedAt: row.recorded_at };
}

/** The event that a row of the log holds. */
export function eventOfRow(row: EventRow): RecordedEvent {
  return {
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
    hash: row.hash,
  };
}
