import { describe, expect, it } from '@jest/globals';
import { isValidSignature, uploadPathOf } from './upload-link.js';

const KEY = Buffer.alloc(32, 1);
const LINK = { objectId: 'object', userId: 'user', expiresAt: new Date(1_000_000) };
const SIGNATURE = new URL(uploadPathOf(LINK, KEY), 'http://localhost').searchParams.get('signature') ?? '';

describe('a link to upload', () => {
  it('names the object and its end, and carries a signature of 256 bits', () => {
    expect(uploadPathOf(LINK, KEY)).toMatch(
      /^\/objects\/uploads\/object\?expires=1000000&signature=[\w-]{43}$/,
    );
    expect(isValidSignature(SIGNATURE, LINK, KEY)).toBe(true);
  });

  it.each([
    ['another object', { ...LINK, objectId: 'other' }, KEY],
    ['another person', { ...LINK, userId: 'other' }, KEY],
    ['another end', { ...LINK, expiresAt: new Date(1_000_001) }, KEY],
    ['no date', { ...LINK, expiresAt: new Date(NaN) }, KEY],
    ['another key', LINK, Buffer.alloc(32, 2)],
  ])('does not hold for %s', (_, link, key) => {
    expect(isValidSignature(SIGNATURE, link, key)).toBe(false);
  });

  it.each(['', 'A', `${SIGNATURE}A`.repeat(2), '%%%'])('does not hold with the signature %p', (signature) => {
    expect(isValidSignature(signature, LINK, KEY)).toBe(false);
  });
});
