import { EVENTS, newestVersion, type LedgerEventType, type SequencedEvent } from '../domain/events.js';
import { isRecord } from '../domain/is-record.js';
import type { Field } from '../domain/payload-fields.js';
import type { RecordedEvent } from './event-log.port.js';

/** Each event type's fields and their checks. Arrays, because they are iterated for every event. */
const CHECKS = new Map<string, readonly (readonly [name: string, check: Field<unknown>])[]>(
  Object.entries(EVENTS).map(([type, { fields }]) => [type, Object.entries<Field<unknown>>(fields)]),
);

type ParsedFields = Pick<
  RecordedEvent,
  'type' | 'payloadVersion' | 'stream' | 'position' | 'version' | 'recordedAt' | 'payload'
>;

/**
 * Parses a log row into a domain event with the newest payload version (LED-14).
 *
 * @throws RangeError the row is not a valid event; the message says why
 */
export function parseEvent(recorded: ParsedFields): SequencedEvent {
  const { type, payloadVersion, stream, position, version, recordedAt } = recorded;
  if (!isKnownType(type)) throw new RangeError(`the event type ${type} is unknown`);
  const payload = upcast(type, payloadVersion, parsePayload(recorded.payload));
  for (const [field, check] of CHECKS.get(type) ?? []) {
    if (!check(payload[field])) throw new RangeError(`the payload field "${field}" isn't valid for ${type}`);
  }
  // The payload's shape was checked against its type above.
  return { type, payload, stream, position, version, recordedAt } as unknown as SequencedEvent;
}

function isKnownType(type: string): type is LedgerEventType {
  return Object.hasOwn(EVENTS, type);
}

type Payload = Readonly<Record<string, unknown>>;

function parsePayload(text: string): Payload {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch {
    throw new RangeError("the payload isn't JSON");
  }
  if (!isRecord(payload)) throw new RangeError("the payload isn't a JSON object");
  return payload;
}

/**
 * Converts a stored payload to the newest version (LED-14). The stored bytes, and therefore their hash, do not change.
 *
 * @throws RangeError the version is invalid, or newer than this program supports
 */
function upcast(type: LedgerEventType, storedVersion: number, payload: Payload): Payload {
  const newest = newestVersion(type);
  if (storedVersion === newest) return payload;
  if (!Number.isInteger(storedVersion) || storedVersion < 1) {
    throw new RangeError(`${storedVersion} isn't a payload version`);
  }
  if (storedVersion > newest) {
    throw new RangeError(
      `${type} has payload version ${storedVersion}, but this program supports only versions up to ${newest}`,
    );
  }
  return withAdded(payload, EVENTS[type].added.slice(storedVersion - 1));
}

/**
 * Handles the fields that later versions added: sets each field to its default, or removes the field if its default is
 * `undefined`. Copies the payload only if something changes.
 */
function withAdded(payload: Payload, added: readonly object[]): Payload {
  let upcasted: Record<string, unknown> | null = null;
  for (const fields of added) {
    for (const [name, value] of Object.entries(fields)) {
      if ((upcasted ?? payload)[name] === value) continue;
      upcasted ??= { ...payload };
      if (value === undefined) Reflect.deleteProperty(upcasted, name);
      else upcasted[name] = value;
    }
  }
  return upcasted ?? payload;
}
