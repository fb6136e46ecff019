import { describe, expect, it } from '@jest/globals';
import { balancePaths } from './balance-paths';

const point = (postedCents: number, availableCents = postedCents) => ({ postedCents, availableCents });

describe('balancePaths', () => {
  it('draws a step at each entry, on a scale from zero to the highest balance', () => {
    const { posted, available, zeroY } = balancePaths([point(0), point(100), point(100, 50)]);
    expect(posted).toBe('M0 94H500V6H1000V6');
    expect(available).toBe('M0 94H500V6H1000V50');
    expect(zeroY).toBe(94);
  });

  it('includes zero in the scale of a negative balance', () => {
    expect(balancePaths([point(0), point(-100)])).toEqual({
      posted: 'M0 6H1000V94',
      available: 'M0 6H1000V94',
      zeroY: 6,
    });
  });

  it('draws a single point for an account without entries', () => {
    expect(balancePaths([point(0)]).posted).toBe('M0 6');
  });
});
