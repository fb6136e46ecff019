import type { SequencedEvent } from '../domain/events.js';
import { parseEvent } from './parse-event.js';

/** Parses an event. Returns null if it cannot be read, because it was changed or written by a newer version. */
export function parseOrNull(recorded: Parameters<typeof parseEvent>[0]): SequencedEvent | null {
  try {
    return parseEvent(recorded);
  } catch {
    return null;
  }
}
