import { describe, expect, it, jest } from '@jest/globals';
import { version } from 'uuid';
import { newId } from './new-id.js';

const MANY = 20_000;
/**
 * More ids than one fill of the random pool covers, but few enough that no two should share the same 5 random bytes.
 */
const SOME = 1_000;

describe('newId', () => {
  it('returns a version 7 UUID', () => {
    for (let count = 0; count < 1_000; count += 1) expect(version(newId())).toBe(7);
  });

  it('returns unique ids across refills of the random pool', () => {
    const ids = Array.from({ length: MANY }, newId);
    expect(new Set(ids).size).toBe(MANY);
    // The last 5 bytes contain no part of the sequence number.
    expect(new Set(ids.slice(-SOME).map((id) => id.slice(26))).size).toBe(SOME);
  });

  it('returns ids that sort after all earlier ones, even within the same millisecond', () => {
    const ids = Array.from({ length: MANY }, newId);
    // Compared by index, because Jest's diff of two long lists takes a minute.
    expect(ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? ''))).toBe(-1);
  });

  it('returns ids that sort after earlier ones even if the clock goes back', () => {
    const before = newId();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
    const after = newId();
    clock.mockRestore();
    expect(after > before).toBe(true);
  });

  it('restarts its sequence at a random number each millisecond', () => {
    const ids = Array.from({ length: MANY }, newId);
    expect(new Set(ids.map((id) => id.slice(14, 18))).size).toBeGreaterThan(1);
  });
});
