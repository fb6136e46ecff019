import { DatabaseError } from 'pg';
import { settleAll, type Sql } from '../../platform/database/sql.js';
import type { Table } from '../../platform/database/table.js';
import { LEDGER_EVENT } from '../tables/ledger-event.js';
import {
  HeadMovedError,
  LogFencedError,
  type EventLog,
  type Head,
  type RecordedEvent,
} from './event-log.port.js';

const EVENTS: Table<RecordedEvent> = LEDGER_EVENT;
const selectEventsAfter = EVENTS.select('where position > $1 order by position limit $2');
const SELECT_HEAD = 'select position, hash, recorded_at as "recordedAt" from ledger_head';

/**
 * Advances the head, and locks it if the transaction does not hold the lock yet. If the head is not the expected one,
 * the `case` yields null and the statement fails, which aborts the transaction. An update that matches no row would not
 * abort it, and the following statements could commit.
 */
const ADVANCE_HEAD = `update ledger_head set hash = $2, recorded_at = $3,
  position = case when position = $4 and hash = $5 then $1::bigint end where id`;

/**
 * Like `ADVANCE_HEAD`, but for a copy of another log. Moves the fence along with the head. Fails if the copy has events
 * but no fence.
 */
const ADVANCE_COPIED_HEAD = `update ledger_head set hash = $2, recorded_at = $3, fence = $1, position =
  case when position = $4 and hash = $5 and (fence is not null or position = 0) then $1::bigint end where id`;

/**
 * The log in PostgreSQL tables. Every writer locks the head row first, so commit order equals position order (LED-4).
 */
export const postgresEventLog: EventLog = {
  async openHead(sql) {
    return onlyHead(await sql.query<Head>(`${SELECT_HEAD} where id for update`));
  },

  append(sql, expected, events) {
    return appendWith(ADVANCE_HEAD, sql, expected, events);
  },

  async head(sql) {
    return onlyHead(await sql.query<Head>(SELECT_HEAD));
  },

  read(sql, afterPosition, limit) {
    return selectEventsAfter(sql, [afterPosition, limit]);
  },
};

/** A copy in PostgreSQL of a log in another engine. Only projections append to the copy. */
export const copiedEventLog: EventLog = {
  ...postgresEventLog,

  append(sql, expected, events) {
    return appendWith(ADVANCE_COPIED_HEAD, sql, expected, events);
  },
};

function appendWith(
  advance: string,
  sql: Sql,
  expected: Head,
  events: readonly RecordedEvent[],
): Promise<void> {
  const last = events.at(-1);
  if (last === undefined) return Promise.resolve();
  const rows = EVENTS.values(events);
  return settleAll([advanceHead(advance, sql, expected, last), sql.query(EVENTS.insert, rows)]);
}

function onlyHead([head]: readonly Head[]): Head {
  if (head === undefined) throw new Error('table ledger_head has no row');
  return head;
}

async function advanceHead(advance: string, sql: Sql, from: Head, to: Head): Promise<void> {
  try {
    await sql.query(advance, [to.position, to.hash, to.recordedAt, from.position, from.hash]);
  } catch (error) {
    if (isHeadMismatch(error)) throw new HeadMovedError({ cause: error });
    throw isFenced(error) ? new LogFencedError({ cause: error }) : error;
  }
}

const NOT_NULL_VIOLATION = '23502';

/**
 * Whether the head could not advance because it was not the expected one. Also checks which table refused the row,
 * because a combined statement may fail on another table.
 */
function isHeadMismatch(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === NOT_NULL_VIOLATION && error.table === 'ledger_head';
}

/**
 * Whether the fence refused the append. Doesn't check the error's class, because TypeORM wraps the driver's error and
 * copies its fields.
 */
function isFenced(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'ledger_head_fence';
}
