import type { SequencedEvent } from '../domain/events.js';
import type { RecordedEvent } from '../log/event-log.port.js';
import { parseEvent } from '../log/parse-event.js';
import { parseOrNull } from '../log/parse-or-null.js';
import { indexRowOf, userIdOfActor, type ActorRole } from '../log/event-index-row.js';

/** An event as stored, with what its payload says. */
export interface LoggedEvent extends RecordedEvent {
  /** The parsed event; null if it cannot be read, because it was changed or written by a newer version. */
  readonly event: SequencedEvent | null;
  readonly actorRole: ActorRole;
  /** The user who acted; null if the actor is not a user. */
  readonly actorId: string | null;
  /** The customer whose account or data the event concerns. */
  readonly customerId: string | null;
  readonly transactionId: string | null;
}

export function toLoggedEvent(recorded: RecordedEvent): LoggedEvent {
  const { actorRole, customerId, transactionId } = indexRowOf(recorded);
  const actorId = userIdOfActor(recorded.actor);
  return { ...recorded, event: parseOrNull(recorded), actorRole, actorId, customerId, transactionId };
}

/** A parsed event with its context in the log. */
export type ParsedEvent = SequencedEvent &
  Pick<RecordedEvent, 'actor' | 'correlationId' | 'causationId' | 'hash'>;

/** @throws RangeError the event cannot be read */
export function toParsedEvent(recorded: RecordedEvent): ParsedEvent {
  const { actor, correlationId, causationId, hash } = recorded;
  return { ...parseEvent(recorded), actor, correlationId, causationId, hash };
}
