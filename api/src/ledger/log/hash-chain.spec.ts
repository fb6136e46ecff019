import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventHash, GENESIS_HASH, isChainedTo, type HashedFields } from './hash-chain.js';

const EVENT: HashedFields = {
  position: 7,
  stream: 'account:a0000000-0000-4000-8000-000000000001',
  version: 3,
  type: 'CreditRecorded',
  payloadVersion: 1,
  recordedAt: new Date('2026-03-02T17:00:00.123Z'),
  actor: 'user:42',
  correlationId: 'request-1',
  causationId: '',
  payload: '{"note":"Zoë → $5"}',
};

describe('eventHash', () => {
  it('is SHA-256 over the previous hash and the fields, one per line [LED-4]', () => {
    const text = [
      '7',
      'account:a0000000-0000-4000-8000-000000000001',
      '3',
      'CreditRecorded',
      '1',
      '1772470800123',
      'user:42',
      'request-1',
      '',
      '{"note":"Zoë → $5"}',
    ].join('\n');
    const expected = createHash('sha256').update(Buffer.alloc(32)).update(text, 'utf8').digest('hex');
    expect(eventHash(GENESIS_HASH, EVENT).toString('hex')).toBe(expected);
  });

  it('never changes for the same event, because a new layout would invalidate existing ledgers', () => {
    expect(eventHash(GENESIS_HASH, EVENT).toString('hex')).toBe(
      '86205e74763ed09a7fe12a5709632e36cb66a2ec4065f42e56c739a454ced80d',
    );
  });

  it('takes 32 zero bytes as the hash before the first event', () => {
    expect(GENESIS_HASH.toString('hex')).toBe('0'.repeat(64));
  });

  it('depends on the previous hash', () => {
    const other = Buffer.alloc(32);
    other.writeUInt8(1, 31);
    expect(eventHash(other, EVENT)).not.toEqual(eventHash(GENESIS_HASH, EVENT));
  });

  const changes: [string, Partial<HashedFields>][] = [
    ['position', { position: 8 }],
    ['stream', { stream: 'account:a0000000-0000-4000-8000-000000000002' }],
    ['version', { version: 4 }],
    ['type', { type: 'CreditRecordeD' }],
    ['payload version', { payloadVersion: 2 }],
    ['recorded time', { recordedAt: new Date('2026-03-02T17:00:00.124Z') }],
    ['actor', { actor: 'user:43' }],
    ['correlation id', { correlationId: 'request-2' }],
    ['causation id', { causationId: 'x' }],
    ['payload', { payload: '{"note": "Zoë → $5"}' }],
    ['boundary between two fields', { correlationId: '', causationId: 'request-1' }],
  ];

  it.each(changes)('changes with the %s', (_field, change) => {
    expect(eventHash(GENESIS_HASH, { ...EVENT, ...change })).not.toEqual(eventHash(GENESIS_HASH, EVENT));
  });
});

describe('isChainedTo', () => {
  it('accepts only the hash over the previous hash and the fields', () => {
    expect(isChainedTo(GENESIS_HASH, { ...EVENT, hash: eventHash(GENESIS_HASH, EVENT) })).toBe(true);
    expect(isChainedTo(Buffer.alloc(32, 1), { ...EVENT, hash: eventHash(GENESIS_HASH, EVENT) })).toBe(false);
  });

  it('rejects an event in which a line feed shifted text to another field, even though the hash stays the same [LED-4]', () => {
    const hash = eventHash(GENESIS_HASH, { ...EVENT, payload: 'first\nsecond' });
    const { actor, correlationId, causationId } = EVENT;
    const moved = { actor: `${actor}\n${correlationId}`, correlationId: causationId, causationId: 'first' };
    const event = { ...EVENT, ...moved, payload: 'second', hash };
    expect(eventHash(GENESIS_HASH, event)).toEqual(hash);
    expect(isChainedTo(GENESIS_HASH, event)).toBe(false);
  });
});
