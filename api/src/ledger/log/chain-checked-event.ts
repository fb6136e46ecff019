import type { RecordedEvent } from './event-log.port.js';
import { GENESIS_HASH, isChainedTo } from './hash-chain.js';

/** An event read from the log for verification, with the result of its hash check. */
export interface ChainCheckedEvent extends Omit<RecordedEvent, 'actor' | 'correlationId' | 'causationId'> {
  /** Whether its hash matches its stored bytes and the hash of the previous event. */
  readonly isChained: boolean;
  /** Only in a log outside PostgreSQL: why this is not one of the bank's events. Then only `position` is meaningful. */
  readonly foreign?: string;
}

/** Returns a function that checks consecutive events, each against the one passed before it. */
export function chainChecker(
  previousHash: Buffer = GENESIS_HASH,
): (event: RecordedEvent) => ChainCheckedEvent {
  let previous = previousHash;
  return (event) => {
    const isChained = isChainedTo(previous, event);
    previous = event.hash;
    return { isChained, ...event };
  };
}
