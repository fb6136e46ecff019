import { describe, expect, it } from '@jest/globals';
import type { EventData, ResolvedEvent } from '@kurrent/kurrentdb-client';
import { eventHash, GENESIS_HASH } from './hash-chain.js';
import {
  appendBytesOf,
  eventIdOf,
  fenceEvent,
  ForeignEventError,
  fromStoredEvent,
  isFence,
  toStoredEvent,
} from './kurrent-event.js';
import type { RemoteEvent } from './remote-log.port.js';
import { STORED_PAYLOADS } from './stored-payloads.fixtures.js';

const EVENT = eventWith('{"note":"Zoë → $5"}');
const METADATA = storedBy(toStoredEvent(EVENT)).metadata;

describe('an event in KurrentDB', () => {
  it('has the payload as data and everything else as strings in its metadata', () => {
    expect(storedBy(toStoredEvent(EVENT))).toEqual({
      id: eventIdOf(EVENT.hash),
      type: 'CreditRecorded',
      contentType: 'application/json',
      data: { note: 'Zoë → $5' },
      metadata: {
        ...{ position: '7', stream: 'account:1', version: '3', payloadVersion: '1', actor: 'user:42' },
        ...{ recordedAt: '2026-03-02T17:00:00.123Z', correlationId: 'request-1', causationId: '' },
        ...{
          hash: EVENT.hash.toString('hex'),
          idempotencyKeyHmac: 'k',
          fingerprintHmac: 'f',
          eventCount: '2',
        },
        ...{ transactionId: 't1', batchFirstPosition: '5', writerKeyId: '0123456789abcdef' },
        batchSignature: Buffer.alloc(64, 3).toString('base64url'),
      },
    });
  });

  it.each([
    ['with all fields', EVENT],
    ['without a key or signature', { ...EVENT, idempotency: null, signature: null }],
  ])('%s is read exactly as it was written', (_name, event) => {
    expect(fromStoredEvent(resolved(event))).toEqual(event);
  });

  it('keeps its payload byte for byte, whatever its type and version', () => {
    const payloads = Object.values(STORED_PAYLOADS).flat();
    const changed = payloads.filter((payload) => {
      const event = eventWith(payload);
      return fromStoredEvent(resolved(event)).payload !== payload;
    });
    expect(changed).toEqual([]);
  });

  it.each(['{"a": 1}', '{"a":1.0}', '{"b":1,"a":2,"b":3}', '{"a":"\\u00e9"}', '[1]', 'null', '"text"'])(
    'is refused if the client would change its payload, or if the bank never writes such a payload: %s',
    (payload) => {
      expect(() => toStoredEvent(eventWith(payload))).toThrow("wouldn't be read back byte for byte");
    },
  );

  it('derives its id from its hash alone', () => {
    expect(eventIdOf(Buffer.alloc(32, 0xff))).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff');
    expect(eventIdOf(Buffer.alloc(32))).toBe('00000000-0000-8000-8000-000000000000');
  });

  it('has a size that includes everything the server stores', () => {
    const large = eventWith(JSON.stringify({ note: 'ü'.repeat(70_000) }));
    const { data, metadata } = storedBy(toStoredEvent(large));
    const stored = Buffer.byteLength(JSON.stringify(data)) + JSON.stringify(metadata).length;
    expect(appendBytesOf(large)).toBeGreaterThan(stored);
    expect(appendBytesOf(large)).toBeLessThan(stored + 500);
  });

  it('is distinguished from the event that closes a stream', () => {
    const head = { position: 7, hash: EVENT.hash, recordedAt: EVENT.recordedAt };
    const { id, type, data, metadata } = storedBy(fenceEvent(head));
    expect({ type, metadata }).toEqual({
      type: 'LedgerMoved',
      metadata: { lastPosition: '7', lastHash: EVENT.hash.toString('hex') },
    });
    const { event } = resolved(EVENT);
    expect(isFence({ event: { ...event, id, type, data, metadata } } as ResolvedEvent)).toBe(true);
    expect(isFence(resolved(EVENT))).toBe(false);
  });

  it.each([
    ['a different number', { revision: 7n }],
    ['a different id', { id: '00000000-0000-8000-8000-000000000000' }],
    ['no metadata', { metadata: undefined }],
    ['metadata without a hash', { metadata: { position: '7' } }],
    ['a position that is not a number', { metadata: { ...METADATA, position: 'seven' } }],
    ['text instead of a time', { metadata: { ...METADATA, recordedAt: 'yesterday' } }],
    ['a version that is not a number', { metadata: { ...METADATA, version: 'x' } }],
    ['a short hash', { metadata: { ...METADATA, hash: '00' } }],
  ])('counts as foreign if it has %s', (_name, change) => {
    const { event } = resolved(EVENT);
    const changed = { event: { ...event, ...change } } as ResolvedEvent;
    expect(() => fromStoredEvent(changed)).toThrow(ForeignEventError);
  });
});

function eventWith(payload: string): RemoteEvent {
  const fields = {
    ...{ position: 7, stream: 'account:1', version: 3, type: 'CreditRecorded', payloadVersion: 1, payload },
    ...{ recordedAt: new Date('2026-03-02T17:00:00.123Z'), actor: 'user:42' },
    ...{ correlationId: 'request-1', causationId: '' },
  };
  const idempotency = { key: 'k', fingerprint: 'f', transactionId: 't1', eventCount: 2 };
  const signature = {
    ...{ firstPosition: 5, lastPosition: 7, keyId: '0123456789abcdef' },
    signature: Buffer.alloc(64, 3),
  };
  return { ...fields, hash: eventHash(GENESIS_HASH, fields), idempotency, signature };
}

/** Returns an event as the client would read it back: with data and metadata parsed from the JSON it sent. */
function storedBy({ id, type, contentType, data, metadata }: EventData) {
  return { id, type, contentType, data: copyOf(data), metadata: copyOf(metadata) };
}

function copyOf(value: unknown): Record<string, string> {
  return JSON.parse(JSON.stringify(value)) as Record<string, string>;
}

/** Returns the event wrapped in a `ResolvedEvent`, as the client's read call returns it. */
function resolved(event: RemoteEvent): ResolvedEvent {
  const { id, type, data, metadata } = storedBy(toStoredEvent(event));
  const created = new Date(0);
  const revision = BigInt(event.position - 1);
  return {
    event: { streamId: 's', id, revision, type, data, metadata, isJson: true, created },
  };
}
