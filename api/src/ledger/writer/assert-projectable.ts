import type { RecordedEvent } from '../log/event-log.port.js';

/** What the columns of `ledger_event` refuse. */
const REFUSED = /[\n\0]/;

/**
 * Checks events before they are appended to a log outside PostgreSQL. An appended event can never be taken back, so one
 * that PostgreSQL refuses would stop the bank.
 *
 * @throws RangeError a field has a line feed, a NUL or half of a surrogate pair
 */
export function assertProjectable(events: readonly RecordedEvent[]): void {
  for (const { position, stream, actor, correlationId, causationId } of events) {
    const fields = Object.entries({ stream, actor, correlationId, causationId });
    const refused = fields.find(([, value]) => REFUSED.test(value) || !value.isWellFormed());
    if (refused) throw new RangeError(`event ${position} has an invalid character in ${refused[0]}`);
  }
}
