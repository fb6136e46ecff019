import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountCentsForNet, feeCentsOf, netCentsOf } from './fee.js';

const CENTS = fc.integer({ min: 0, max: 100_000_000 });

describe('the fee for a transfer', () => {
  it.each([
    [100_00, 2_00, '2% of $100.00'],
    [2_000_00, 40_00, '2% of the daily limit'],
    [1, 0, '0.02 cents rounds down to zero'],
    [24, 0, '0.48 cents rounds down'],
    [25, 1, 'exactly half a cent rounds up'],
    [26, 1, '0.52 cents rounds up'],
    [74, 1, '1.48 cents rounds down'],
    [75, 2, 'exactly one and a half rounds up'],
    [10_25, 21, '20.50 cents rounds up'],
    [33_33, 67, '66.66 cents rounds up'],
    [12_25, 25, '24.50 cents rounds up'],
  ])('of %i cents is %i cents: %s [TRF-6]', (amount, fee) => {
    expect(feeCentsOf(amount)).toBe(fee);
  });

  it('never exceeds the amount', () => {
    const isWithin = (amount: number): boolean => {
      const fee = feeCentsOf(amount);
      return Number.isInteger(fee) && fee >= 0 && fee <= amount;
    };
    const all = Array.from({ length: 10_000 }, (_, index) => index + 1);
    expect(all.filter((amount) => !isWithin(amount))).toEqual([]);
  });
});

describe('the net amount of a transfer', () => {
  it('is the amount minus the fee', () => {
    expect(netCentsOf(10_000)).toBe(9_800);
  });

  it('can be any number of cents, and amountCentsForNet returns the smallest amount with that net [TRF-7]', () => {
    fc.assert(
      fc.property(CENTS, (netCents) => {
        const amountCents = amountCentsForNet(netCents);
        expect(netCentsOf(amountCents)).toBe(netCents);
        if (amountCents > 0) expect(netCentsOf(amountCents - 1)).toBeLessThan(netCents);
      }),
    );
  });
});
