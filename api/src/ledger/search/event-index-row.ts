import type { RecordedEvent } from '../log/event-log.port.js';

export const ACTOR_ROLES = ['customer', 'admin', 'system'] as const;
/** Customers act on what is theirs, admins on what is somebody else's; the system acts by itself. */
export type ActorRole = (typeof ACTOR_ROLES)[number];

/** What an event is found by: ids alone. */
export interface EventIndexRow {
  readonly position: number;
  readonly type: string;
  readonly actor: string;
  readonly actorRole: ActorRole;
  /** Whom it concerns: whose account it is or whose data was decided on or read. */
  readonly customerId: string | null;
  /** The account in whose stream it is. */
  readonly accountId: string | null;
  readonly transactionId: string | null;
  readonly correlationId: string;
}

const USER = 'user:';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id of the user who acted; null where nobody of ours did. */
export function userIdOfActor(actor: string): string | null {
  return actor.startsWith(USER) ? idOrNull(actor.slice(USER.length)) : null;
}

/**
 * How an event is found. It follows from the event alone, so that the index can be made again at any time. An
 * event whose payload cannot be read is found by what stands beside the payload.
 */
export function indexRowOf(event: RecordedEvent): EventIndexRow {
  const payload = payloadOf(event);
  const accountId = idOrNull(payload['accountId']);
  const customerId = accountId ?? idOrNull(payload['userId']);
  return {
    position: event.position,
    type: event.type,
    actor: event.actor,
    actorRole: roleOf(event.actor, customerId),
    customerId,
    accountId,
    transactionId: idOrNull(payload['transactionId']),
    correlationId: event.correlationId,
  };
}

/** The accounts on which an event posted something, the bank's own included. */
export function postedAccountsOf(event: RecordedEvent): string[] {
  const { entries } = payloadOf(event);
  if (!Array.isArray(entries)) return [];
  return (entries as unknown[]).flatMap((entry) => {
    const id = isRecord(entry) ? idOrNull(entry['accountId']) : null;
    return id === null ? [] : [id];
  });
}

function roleOf(actor: string, customerId: string | null): ActorRole {
  if (!actor.startsWith(USER)) return 'system';
  return actor === `${USER}${customerId ?? ''}` ? 'customer' : 'admin';
}

function payloadOf({ payload }: RecordedEvent): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(payload);
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOrNull(value: unknown): string | null {
  return typeof value === 'string' && ID.test(value) ? value : null;
}
