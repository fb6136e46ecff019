import type { Sql } from '../../platform/database/sql.js';
import type { EventLog, RecordedEvent } from '../log/event-log.port.js';
import { postgresEventLog } from '../log/postgres-event-log.js';

/** Which events; what is left out does not matter. */
export interface EventSelection {
  /** From and up to these positions. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly accountId?: string | undefined;
  readonly type?: string | undefined;
}

const PAGE_SIZE = 2_000;

/** The events that fit, in order, in pages. Run it in one snapshot, or it may chase writers for ever. */
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
    const concerned =
      accountId === undefined ? null : await positionsOf(sql, accountId, after, last.position);
    const events = page.filter(
      (event) =>
        event.position <= to &&
        (type === undefined || event.type === type) &&
        (concerned === null || concerned.has(event.position) || event.stream === `account:${accountId}`),
    );
    yield { events, reached: Math.min(last.position, to) };
    if (page.length < PAGE_SIZE || last.position >= to) return;
    after = last.position;
  }
}

/** Where an account has entry lines: an event of another account's stream may move its money as well. */
async function positionsOf(sql: Sql, accountId: string, after: number, to: number): Promise<Set<number>> {
  const rows = await sql.query<{ position: number }>(
    'select position from ledger_entry where account_id = $1 and position > $2 and position <= $3',
    [accountId, after, to],
  );
  return new Set(rows.map(({ position }) => position));
}
