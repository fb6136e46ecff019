import { describe, expect, it } from '@jest/globals';
import { isValidSignature, uploadPathOf } from './upload-link.js';

const KEY = Buffer.alloc(32, 1);
const LINK = { id: 'object', userId: 'user', expiresAt: new Date(1_000_000) };
const SIGNATURE = new URL(uploadPathOf(LINK, KEY), 'http://localhost').searchParams.get('signature') ?? '';

describe('upload links', () => {
  it('contain the object id, the expiry and a 256-bit signature', () => {
    expect(uploadPathOf(LINK, KEY)).toMatch(
      /^\/objects\/uploads\/object\?expires=1000000&signature=[\w-]{43}$/,
    );
    expect(isValidSignature(SIGNATURE, LINK, KEY)).toBe(true);
  });

  it.each([
    ['another object', { ...LINK, id: 'other' }, KEY],
    ['another user', { ...LINK, userId: 'other' }, KEY],
    ['another expiry', { ...LINK, expiresAt: new Date(1_000_001) }, KEY],
    ['an invalid expiry', { ...LINK, expiresAt: new Date(NaN) }, KEY],
    ['another key', LINK, Buffer.alloc(32, 2)],
  ])('are invalid for %s', (_, link, key) => {
    expect(isValidSignature(SIGNATURE, link, key)).toBe(false);
  });

  it.each(['', 'A', `${SIGNATURE}A`.repeat(2), '%%%'])('are invalid with the signature %p', (signature) => {
    expect(isValidSignature(signature, LINK, KEY)).toBe(false);
  });
});
