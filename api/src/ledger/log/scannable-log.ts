import type { InspectableLog } from './check-remote-log.js';
import type { RemoteEvent } from './remote-log.port.js';

/** A log entry that the bank did not write. It is returned in place of an event. */
export interface ForeignEvent {
  readonly position: number;
  /** Why it isn't one of the bank's events. */
  readonly foreign: string;
}

export type ScannedEvent = RemoteEvent | ForeignEvent;

/** A remote log that can be audited whatever others have done to it. */
export interface ScannableLog extends InspectableLog {
  /**
   * Like `read`, but returns whatever is there: the first events may be missing, and some may not be the bank's. Each
   * has the position that the log gives it.
   */
  scan(afterPosition: number, limit: number): Promise<ScannedEvent[]>;
  /** Returns the position of the last event by any writer; 0 if there are none. */
  lastPosition(): Promise<number>;
}

export function isForeign(event: ScannedEvent): event is ForeignEvent {
  return 'foreign' in event;
}
