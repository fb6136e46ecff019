import { describe, expect, it, jest } from '@jest/globals';
import { version } from 'uuid';
import { newId } from './new-id.js';

const MANY = 20_000;
/** More than randomness is drawn for at once, and few enough that no 5 bytes come twice by chance. */
const SOME = 1_000;

describe('a new id', () => {
  it('is a UUID of version 7', () => {
    for (let count = 0; count < 1_000; count += 1) expect(version(newId())).toBe(7);
  });

  it('is another one each time, beyond what randomness was drawn at once', () => {
    const ids = Array.from({ length: MANY }, newId);
    expect(new Set(ids).size).toBe(MANY);
    // Also by their last 5 bytes, in which no number is.
    expect(new Set(ids.slice(-SOME).map((id) => id.slice(26))).size).toBe(SOME);
  });

  it('comes behind all that were made before, in the same millisecond too', () => {
    const ids = Array.from({ length: MANY }, newId);
    // Not compared as lists: Jest takes a minute to tell how they differ.
    expect(ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))).toBe(-1);
  });

  it('comes behind them also where the clock was set back', () => {
    const before = newId();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
    const after = newId();
    clock.mockRestore();
    expect(after > before).toBe(true);
  });

  it('has a number that begins anew at random with each millisecond', () => {
    const ids = Array.from({ length: MANY }, newId);
    expect(new Set(ids.map((id) => id.slice(14, 18))).size).toBeGreaterThan(1);
  });
});
