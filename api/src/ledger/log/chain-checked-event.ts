import type { RecordedEvent } from './event-log.port.js';
import { eventHash, GENESIS_HASH } from './hash-chain.js';

/** An event of the log on its way through a check: what is folded, and whether all of it is what was hashed. */
export interface ChainCheckedEvent extends Omit<RecordedEvent, 'actor' | 'correlationId' | 'causationId'> {
  /** Whether its hash is the one over the hash of the event read before it and its own bytes as stored. */
  readonly isChained: boolean;
}

/** The same of events whose fields were all read, one after the other. */
export function chainChecker(
  previousHash: Buffer = GENESIS_HASH,
): (event: RecordedEvent) => ChainCheckedEvent {
  let previous = previousHash;
  return (event) => {
    const isChained = eventHash(previous, event).equals(event.hash);
    previous = event.hash;
    return { isChained, ...event };
  };
}
