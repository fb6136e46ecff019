import type { RecordedEvent } from './event-log.port.js';
import { isRecord } from '../domain/is-record.js';

const NUMBER_FIELDS = ['position', 'version', 'payloadVersion'] as const;
const TEXT_FIELDS = ['stream', 'type', 'actor', 'correlationId', 'causationId', 'payload'] as const;
const FIELD_COUNT = NUMBER_FIELDS.length + TEXT_FIELDS.length + ['recordedAt', 'hash'].length;

/**
 * Formats an event as one line of NDJSON. The payload stays text, byte for byte as stored, because the hash covers it.
 */
export function formatEventLine({ hash, recordedAt, ...fields }: RecordedEvent): string {
  return `${JSON.stringify({ ...fields, recordedAt: recordedAt.toISOString(), hash: hash.toString('hex') })}\n`;
}

/**
 * Parses a line written by `formatEventLine`.
 *
 * @throws RangeError the line is not exactly an event; the message says why
 */
export function parseEventLine(line: string): RecordedEvent {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    throw new RangeError("it isn't JSON");
  }
  if (!isEventFields(fields)) throw new RangeError("it isn't an event");
  // If a field is repeated, other programs may read the first value, but the hash covers only the last.
  const isExact = Object.keys(fields).length === FIELD_COUNT && JSON.stringify(fields) === line;
  if (!isExact) throw new RangeError('it has a repeated or unknown field');
  const { recordedAt, hash, ...rest } = fields;
  return { ...rest, recordedAt: new Date(recordedAt), hash: Buffer.from(hash, 'hex') };
}

type EventFields = Omit<RecordedEvent, 'recordedAt' | 'hash'> & {
  readonly recordedAt: string;
  readonly hash: string;
};

function isEventFields(value: unknown): value is EventFields {
  if (!isRecord(value)) return false;
  const { recordedAt, hash } = value;
  return (
    NUMBER_FIELDS.every((name) => Number.isSafeInteger(value[name])) &&
    TEXT_FIELDS.every((name) => typeof value[name] === 'string') &&
    typeof recordedAt === 'string' &&
    !Number.isNaN(Date.parse(recordedAt)) &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash)
  );
}
