import { DatabaseError } from 'pg';
import {
  bigintColumn,
  bytesColumn,
  rowSet,
  textColumn,
  timestampColumn,
} from '../../platform/database/row-arrays.js';
import { settleAll, type Sql } from '../../platform/database/sql.js';
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

const EVENTS = rowSet<RecordedEvent>('ledger_event_row', {
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

/**
 * Advances the head, and locks it if the transaction does not hold the lock yet. If the head is not the expected one,
 * the
 * `case` yields null and the statement fails, which aborts the transaction. An update that matched no row would not
 * abort it, and the following statements could commit.
 */
const ADVANCE_HEAD = `update ledger_head set hash = $2, recorded_at = $3,
  position = case when position = $4 and hash = $5 then $1::bigint end where id`;

/**
 * The log in PostgreSQL tables. Every writer locks the head row first, so commit order equals position order (LED-4).
 */
export const postgresEventLog: EventLog = {
  async openHead(sql) {
    const rows = await sql.query<HeadRow>(
      'select position, hash, recorded_at from ledger_head where id for update',
    );
    return headFromRows(rows);
  },

  append(sql, expected, events) {
    const last = events.at(-1);
    if (last === undefined) return Promise.resolve();
    const rows = EVENTS.values(events);
    return settleAll([advanceHead(sql, expected, last), sql.query(INSERT_EVENTS, rows)]);
  },

  async head(sql) {
    return headFromRows(await sql.query<HeadRow>('select position, hash, recorded_at from ledger_head'));
  },

  async read(sql, afterPosition, limit) {
    const rows = await sql.query<EventRow>(
      `select ${EVENT_COLUMNS} from ledger_event where position > $1 order by position limit $2`,
      [afterPosition, limit],
    );
    return rows.map(eventFromRow);
  },
};

function headFromRows(rows: readonly HeadRow[]): Head {
  const row = rows[0];
  if (row === undefined) throw new Error('table ledger_head has no row');
  return { position: row.position, hash: row.hash, recordedAt: row.recorded_at };
}

/** Converts a row of `ledger_event` to an event. */
export function eventFromRow(row: EventRow): RecordedEvent {
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

async function advanceHead(sql: Sql, from: Head, to: Head): Promise<void> {
  try {
    await sql.query(ADVANCE_HEAD, [to.position, to.hash, to.recordedAt, from.position, from.hash]);
  } catch (error) {
    throw isHeadMismatch(error) ? new HeadMovedError({ cause: error }) : error;
  }
}

const NOT_NULL_VIOLATION = '23502';

/** Checks the table as well, because a combined statement may fail on another table. */
function isHeadMismatch(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === NOT_NULL_VIOLATION && error.table === 'ledger_head';
}
