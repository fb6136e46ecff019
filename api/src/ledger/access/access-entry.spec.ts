import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { accessHash, isEntryChainedTo, type AccessEntry } from './access-entry.js';

const PREVIOUS = Buffer.alloc(32, 7);
const ENTRY = {
  position: 3,
  recordedAt: new Date('2026-03-02T17:00:00.123Z'),
  actor: 'user:a0000000-0000-4000-8000-000000000001',
  action: 'user-list',
  subject: null,
  count: 25,
  correlationId: 'c1',
  details: '{"filters":["search"]}',
};
const hashed = (entry: Omit<AccessEntry, 'hash'>, previous = PREVIOUS): AccessEntry => ({
  ...entry,
  hash: accessHash(previous, entry),
});

describe('the hash of an access-log entry', () => {
  it('covers the domain-separation line and all fields, one per line [LOG-5]', () => {
    const text =
      'moniker access 1\n3\n1772470800123\nuser:a0000000-0000-4000-8000-000000000001\nuser-list\n-\n25\nc1\n' +
      '{"filters":["search"]}';
    const expected = createHash('sha256').update(PREVIOUS).update(text).digest('hex');
    expect(accessHash(PREVIOUS, ENTRY).toString('hex')).toBe(expected);
  });

  it('differs if any field or the previous hash differs [LOG-5]', () => {
    const changes: Partial<Omit<AccessEntry, 'hash'>>[] = [
      ...[{ position: 4 }, { recordedAt: new Date(1) }, { actor: 'system' }, { action: 'user' }],
      ...[{ subject: 'a0000000-0000-4000-8000-000000000001' }, { count: 24 }, { count: null }],
      ...[{ correlationId: 'c2' }, { details: '{}' }],
    ];
    const entry = hashed(ENTRY);
    expect(isEntryChainedTo(PREVIOUS, entry)).toBe(true);
    expect(isEntryChainedTo(Buffer.alloc(32), entry)).toBe(false);
    expect(changes.filter((change) => isEntryChainedTo(PREVIOUS, { ...entry, ...change }))).toEqual([]);
  });

  it('is invalid if a field contains a line feed [LOG-5]', () => {
    fc.assert(
      fc.property(fc.constantFrom('actor', 'action', 'correlationId', 'details'), (field) => {
        const entry = hashed({ ...ENTRY, [field]: 'a\nb' });
        return !isEntryChainedTo(PREVIOUS, entry);
      }),
    );
  });
});
