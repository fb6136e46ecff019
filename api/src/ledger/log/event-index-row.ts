import type { RowOf } from '../../platform/database/table.js';
import { isId } from '../domain/accounts.js';
import type { RecordedEvent } from './event-log.port.js';
import { isRecord } from '../domain/is-record.js';
import type { LEDGER_EVENT_INDEX } from '../tables/ledger-event-index.js';

/** The fields of an event that determine its index row. */
type IndexedEvent = Pick<RecordedEvent, 'position' | 'type' | 'actor' | 'correlationId' | 'payload'>;

/** The name of the follower that maintains the event index. */
export const EVENT_INDEX_FOLLOWER = 'event-index';

/** The searchable fields of an event. */
export type EventIndexRow = RowOf<typeof LEDGER_EVENT_INDEX>;

/**
 * An actor's role in an event: a customer acts on their own data, an admin on anything else, and the system is not a
 * user.
 */
export type ActorRole = EventIndexRow['actorRole'];
export const ACTOR_ROLES = ['customer', 'admin', 'system'] as const satisfies readonly ActorRole[];

const USER = 'user:';

/** Returns an actor's user id; null if the actor is not a user. */
export function userIdOfActor(actor: string): string | null {
  return actor.startsWith(USER) ? idOrNull(actor.slice(USER.length)) : null;
}

/**
 * Returns an event's index row. It depends only on the event, so the index can be rebuilt at any time. If the payload
 * cannot be parsed, only the fields outside it are indexed.
 */
export function indexRowOf(event: IndexedEvent): EventIndexRow {
  const payload = payloadFields(event);
  const accountId = idOrNull(payload['accountId']);
  const customerId = accountId ?? idOrNull(payload['userId']);
  return {
    position: event.position,
    type: event.type,
    actor: event.actor,
    actorRole: actorRole(event.actor, customerId),
    customerId,
    accountId,
    transactionId: idOrNull(payload['transactionId']),
    correlationId: event.correlationId,
  };
}

/** Returns the accounts that an event posts to, including the bank's own. */
export function postedAccountsOf(event: RecordedEvent): string[] {
  const { entries } = payloadFields(event);
  if (!Array.isArray(entries)) return [];
  return (entries as unknown[]).flatMap((entry) => {
    const id = isRecord(entry) ? idOrNull(entry['accountId']) : null;
    return id === null ? [] : [id];
  });
}

function actorRole(actor: string, customerId: string | null): ActorRole {
  if (!actor.startsWith(USER)) return 'system';
  return actor === `${USER}${customerId ?? ''}` ? 'customer' : 'admin';
}

function payloadFields({ payload }: IndexedEvent): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(payload);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function idOrNull(value: unknown): string | null {
  return typeof value === 'string' && isId(value) ? value : null;
}
