import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { centsToDollars, centsToPlain, formatCents, parseCents } from './money';

const CENTS = fc.integer({ min: 0, max: 100_000_000 });

describe('parseCents', () => {
  it.each([
    ['$1,234.50', 123_450],
    ['25', 2_500],
    ['.5', 50],
    ['7.', 700],
    [' 0.01 ', 1],
  ])('reads %s [CON-2]', (typed, cents) => {
    expect(parseCents(typed)).toBe(cents);
  });

  it.each(['', '$', '.', '1,234,567', '-5', '1e3', '0.001', '１００', '5 dollars', '$$5'])(
    'rejects %p [CON-2]',
    (typed) => {
      expect(parseCents(typed)).toBeNull();
    },
  );

  it('parses what centsToPlain and centsToDollars return', () => {
    fc.assert(
      fc.property(CENTS, (cents) => {
        expect(parseCents(centsToPlain(cents))).toBe(cents);
        expect(parseCents(String(centsToDollars(cents)))).toBe(cents);
      }),
    );
  });
});

it('formatCents adds thousands separators, two decimals and an optional plus sign [CON-1]', () => {
  expect(formatCents(123_450)).toBe('$1,234.50');
  expect(formatCents(-5)).toBe('−$0.05');
  expect(formatCents(5, true)).toBe('+$0.05');
  expect(formatCents(0, true)).toBe('$0.00');
});
