import type { RemoteEvent } from './remote-log.port.js';
import type { UsedIdempotencyKey } from '../tables/ledger-idempotency-key.js';

/** Restores the recorded idempotency keys from the events that carry them. */
export function usedKeysOf(events: readonly RemoteEvent[]): UsedIdempotencyKey[] {
  const used = new Map<string, UsedIdempotencyKey>();
  for (const { idempotency, actor, position, recordedAt } of events) {
    if (idempotency === null) continue;
    const { key, fingerprint, transactionId, eventCount } = idempotency;
    const lastPosition = position + eventCount - 1;
    // Unambiguous, because neither part can contain a line feed.
    used.set(`${actor}\n${key}`, {
      ...{ actor, key, fingerprint, transactionId },
      ...{ firstPosition: position, lastPosition, recordedAt },
    });
  }
  return [...used.values()];
}
