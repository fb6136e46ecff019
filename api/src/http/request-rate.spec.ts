import { describe, expect, it } from '@jest/globals';
import { RequestRateLimiter } from './request-rate.js';

function limiterAt(startMs: number) {
  let now = startMs;
  const limiter = new RequestRateLimiter({ perSecond: 10, burst: 50 }, () => now);
  return {
    admitted: (client: string, requests: number): number =>
      Array.from({ length: requests }, () => limiter.take(client)).filter((waitMs) => waitMs === 0).length,
    take: (client: string): number => limiter.take(client),
    pass: (ms: number): void => {
      now += ms;
    },
  };
}

describe('RequestRateLimiter', () => {
  it.each([0, 123_456.789])(
    'admits a burst, and then requests at the allowed rate (the clock starts at %d)',
    (startMs) => {
      const { admitted, pass } = limiterAt(startMs);
      expect(admitted('a', 60)).toBe(50);
      pass(1000);
      expect(admitted('a', 60)).toBe(10);
      pass(100);
      expect(admitted('a', 60)).toBe(1);
      pass(60_000);
      expect(admitted('a', 60)).toBe(50);
    },
  );

  it('counts clients separately', () => {
    const { admitted } = limiterAt(0);
    expect([admitted('a', 60), admitted('b', 60)]).toEqual([50, 50]);
  });

  it('says when the next request is admitted', () => {
    const { admitted, take, pass } = limiterAt(0);
    admitted('a', 50);
    expect(take('a')).toBeCloseTo(100);
    pass(40);
    expect(take('a')).toBeCloseTo(60);
    pass(60);
    expect(take('a')).toBe(0);
  });

  it('never forgets a client that keeps sending requests', () => {
    const { admitted, pass } = limiterAt(0);
    admitted('a', 50);
    let total = 0;
    for (let second = 0; second < 20; second++) {
      pass(1000);
      total += admitted('a', 30);
    }
    expect(total).toBe(200);
  });
});
