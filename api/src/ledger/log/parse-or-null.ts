import type { SequencedEvent } from '../domain/events.js';
import { parseEvent } from './parse-event.js';

/** Parses an event, or returns null for one that cannot be read, because it was changed or a newer version wrote it. */
export function parseOrNull(recorded: Parameters<typeof parseEvent>[0]): SequencedEvent | null {
  try {
    return parseEvent(recorded);
  } catch {
    return null;
  }
}
