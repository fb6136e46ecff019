import { describe, expect, it } from '@jest/globals';
import { version } from 'uuid';
import { newId } from './new-id.js';

const MANY = 20_000;

describe('a new id', () => {
  it('is a UUID of version 7', () => {
    for (let count = 0; count < 1_000; count += 1) expect(version(newId())).toBe(7);
  });

  it('is another one each time, beyond what randomness was drawn at once', () => {
    const ids = Array.from({ length: MANY }, newId);
    expect(new Set(ids).size).toBe(MANY);
    // Also by the random part alone.
    expect(new Set(ids.map((id) => id.slice(24))).size).toBe(MANY);
  });

  it('comes behind all that were made before, in the same millisecond too', () => {
    const ids = Array.from({ length: MANY }, newId);
    expect(ids.toSorted()).toEqual(ids);
  });
});
