import type { Sql } from '../../platform/database/sql.js';
import type { EventLog, RecordedEvent } from '../log/event-log.port.js';
import { postgresEventLog } from '../log/postgres-event-log.js';

/** Selects events. A field that is not set selects all. */
export interface EventSelection {
  /** First and last position, inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly accountId?: string | undefined;
  readonly type?: string | undefined;
}

const PAGE_SIZE = 2_000;

/**
 * Reads the selected events in log order, in pages. Run it in one snapshot; otherwise it may never catch up with
 * writers.
 */
export async function* selectEvents(
  sql: Sql,
  { from = 1, to = Infinity, accountId, type }: EventSelection,
  log: EventLog = postgresEventLog,
): AsyncGenerator<{ readonly events: RecordedEvent[]; readonly reached: number }> {
  let after = from - 1;
  while (true) {
    const page = await log.read(sql, after, PAGE_SIZE);
    const last = page.at(-1);
    if (last === undefined) return;
    const positions =
      accountId === undefined ? null : await positionsOf(sql, accountId, after, last.position);
    const events = page.filter(
      (event) =>
        event.position <= to &&
        (type === undefined || event.type === type) &&
        (positions === null || positions.has(event.position) || event.stream === `account:${accountId}`),
    );
    yield { events, reached: Math.min(last.position, to) };
    if (page.length < PAGE_SIZE || last.position >= to) return;
    after = last.position;
  }
}

/** Returns the positions of an account's entries, because an event of another stream can also post to the account. */
async function positionsOf(sql: Sql, accountId: string, after: number, to: number): Promise<Set<number>> {
  const rows = await sql.query<{ position: number }>(
    'select position from ledger_entry where account_id = $1 and position > $2 and position <= $3',
    [accountId, after, to],
  );
  return new Set(rows.map(({ position }) => position));
}
