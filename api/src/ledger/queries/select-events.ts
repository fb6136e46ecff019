import { pagesAfter } from '../../platform/database/pages.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { isRecord } from '../domain/is-record.js';
import type { ReadEvents } from '../log/read-events.js';

/** Selects events. An unset field selects all. */
export interface EventSelection {
  /** First and last position, inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly accountId?: string | undefined;
  readonly type?: string | undefined;
}

const PAGE_SIZE = 2_000;

/**
 * Reads the selected events in log order, in pages. `read` must use one snapshot, or `to` must be set; otherwise,
 * reading may never end while writers append.
 */
export async function* selectEvents(
  read: ReadEvents,
  { from = 1, to = Infinity, accountId, type }: EventSelection,
): AsyncGenerator<{ readonly events: RecordedEvent[]; readonly reached: number }> {
  for await (const page of pagesAfter(from - 1, PAGE_SIZE, read)) {
    const reached = Math.min(page.at(-1)?.position ?? to, to);
    const events = page.filter(
      (event) =>
        event.position <= to &&
        (type === undefined || event.type === type) &&
        (accountId === undefined || concerns(event, accountId)),
    );
    yield { events, reached };
    if (reached === to) return;
  }
}

/** Whether an event is in the account's stream or posts to the account. */
function concerns({ stream, payload }: RecordedEvent, accountId: string): boolean {
  if (stream === `account:${accountId}`) return true;
  return (
    payload.includes(accountId) && entriesIn(payload).some((entry) => isEntryOfAccount(entry, accountId))
  );
}

function entriesIn(payload: string): readonly unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(payload);
  } catch {
    // The event was tampered with; `verify` reports it.
    return [];
  }
  const entries = isRecord(parsed) ? parsed['entries'] : undefined;
  return Array.isArray(entries) ? entries : [];
}

function isEntryOfAccount(entry: unknown, accountId: string): boolean {
  return isRecord(entry) && entry['accountId'] === accountId;
}
