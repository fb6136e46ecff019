import { describe, expect, it } from '@jest/globals';
import { TimeLimits } from './time-limits.js';

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 12, minute));
const head = (position: number, takenAt: Date) => ({ position, hash: Buffer.alloc(32), takenAt });

/** Returns the positions of the reported events. Each event is recorded at the given minute. */
function found(limits: TimeLimits, minutes: readonly number[]): number[] {
  return minutes.flatMap((minute, index) => {
    const finding = limits.check({ position: index + 1, recordedAt: at(minute) });
    return finding === null ? [] : [index + 1];
  });
}

describe('TimeLimits', () => {
  it('accepts events up to a few seconds ahead of the clock', () => {
    const limits = new TimeLimits(at(10), []);
    expect(found(limits, [0, 5, 10])).toEqual([]);
    const soon = new Date(at(10).getTime() + 5_000);
    expect(limits.check({ position: 4, recordedAt: soon })).toBeNull();
  });

  it('names the first event that is ahead of the clock [AUD-26]', () => {
    expect(found(new TimeLimits(at(10), []), [5, 11, 12, 13])).toEqual([2]);
  });

  it('names, for each checkpoint, the first covered event that is later than it, and the first event ahead of the clock [AUD-26]', () => {
    const heads = [head(2, at(3)), head(5, at(20))];
    expect(found(new TimeLimits(at(60), heads), [1, 2, 4, 6, 7])).toEqual([]);
    expect(found(new TimeLimits(at(60), heads), [1, 9, 9, 9, 9])).toEqual([2]);
    expect(found(new TimeLimits(at(60), heads), [1, 9, 30, 30, 30, 30, 90])).toEqual([2, 3, 7]);
  });

  it('compares an event with the earliest time of all checkpoints that cover it', () => {
    // The second checkpoint claims an earlier time than the first.
    const heads = [head(2, at(50)), head(5, at(10))];
    expect(found(new TimeLimits(at(60), heads), [1, 20, 20])).toEqual([2]);
  });
});
