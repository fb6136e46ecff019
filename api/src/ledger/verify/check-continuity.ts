import type { ChainCheckedEvent } from '../log/chain-checked-event.js';
import type { LogPosition } from '../log/event-log.port.js';
import type { Finding } from './finding-list.js';

/** What an event is checked against. */
export type Predecessor = Pick<LogPosition, 'position' | 'recordedAt'>;

/**
 * Checks an event's origin, position, hash and time without applying it. Appends its problems to `findings`. Returns
 * what to check the next event against.
 */
export function checkUnapplied(
  before: Predecessor,
  event: ChainCheckedEvent,
  findings: Finding[],
): Predecessor {
  const { position, recordedAt, foreign } = event;
  if (foreign !== undefined) {
    findings.push({ check: 'stream', position, message: foreign });
    return { ...before, position };
  }
  checkContinuity(before, event, findings);
  return { position, recordedAt };
}

/**
 * Checks an event against the one before it: position, hash and time. Appends its problems to `findings`. Returns the
 * first missing or invalid position, or null.
 */
export function checkContinuity(
  { position: before, recordedAt }: Predecessor,
  event: Pick<ChainCheckedEvent, 'position' | 'recordedAt' | 'isChained'>,
  findings: Finding[],
): number | null {
  const { position } = event;
  const missing = position === before + 1 ? null : Math.min(before + 1, position);
  if (missing !== null) {
    findings.push({ check: 'positions', position: missing, message: describeGap(before, position) });
  } else if (!event.isChained) {
    // After a gap, the previous hash is unknown, so the chain can't be checked.
    const message =
      "the hash doesn't match the event's fields and the previous hash, so one of them was changed";
    findings.push({ check: 'chain', position, message });
  }
  if (event.recordedAt < recordedAt) {
    findings.push({ check: 'time', position, message: 'it was recorded before the previous event' });
  }
  return missing;
}

function describeGap(last: number, next: number): string {
  // In a file, the events between the two may come later, so the message doesn't call them missing.
  if (next > last)
    return last === 0 ? `the first event is ${next}` : `event ${next} directly follows event ${last}`;
  if (next < 1) return 'positions start at 1';
  return next === last
    ? 'the position occurs twice'
    : `the event is out of order: it comes after event ${last}`;
}
