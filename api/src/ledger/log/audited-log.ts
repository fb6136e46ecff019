import type { Sql } from '../../platform/database/sql.js';
import { hashAt } from './read-events.js';
import type { LogSource } from './scan-events.js';

/** The log as a verification reads it: the table in PostgreSQL, or a log outside it. */
export interface AuditedLog extends LogSource {
  /** Returns the hash of the event at a position, or null if the log has no such event. */
  hashAt(position: number): Promise<Buffer | null>;
}

/** Returns the log in PostgreSQL. `sql` must read from one snapshot. */
export function postgresAuditedLog(sql: Sql & LogSource): AuditedLog {
  return { readLog: (range) => sql.readLog(range), hashAt: (position) => hashAt(sql, position) };
}
