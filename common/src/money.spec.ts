import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assertCents, centsToPlain, formatUsd, isValidAmount, MAX_AMOUNT_CENTS } from './money.js';
import { centsFromDollars, hasCommaForPoint, parseAmountText, parseTypedAmount } from './typed-amount.js';

const CENTS = fc.integer({ min: 0, max: 100_000_000 });

describe('parseAmountText', () => {
  it.each([
    ['1', 1_00],
    ['12', 12_00],
    ['12.5', 12_50],
    ['12.50', 12_50],
    ['0', 0],
    ['0.01', 1],
    ['0.29', 29],
    ['1.15', 1_15],
    ['8.20', 8_20],
    ['1234.50', 1_234_50],
    ['1,234.50', 1_234_50],
    ['$1,234.50', 1_234_50],
    ['$1234', 1_234_00],
    ['  25.00  ', 25_00],
    ['007', 7_00],
    ['9999999999999.99', 999_999_999_999_999],
  ])('parses %j as %i cents', (text, cents) => {
    expect(parseAmountText(text)).toBe(cents);
  });

  it.each([
    ['1,234,567', 'only the first comma is stripped'],
    ['$$5', 'only the first $ is stripped'],
    ['', 'empty'],
    [' ', 'empty'],
    ['$', 'empty'],
    [',', 'empty'],
    ['.', 'no digit'],
    ['.5', 'no dollars'],
    ['5.', 'no cents after the point'],
    ['0.001', 'three places'],
    ['1.2.3', 'two points'],
    ['1e3', 'not a plain decimal'],
    ['-1', 'a sign'],
    ['+1', 'a sign'],
    ['-0', 'a sign'],
    ['(5)', 'not a plain decimal'],
    ['0x10', 'not a plain decimal'],
    ['1_000', 'not a plain decimal'],
    ['１００', 'not ASCII digits'],
    ['١٢', 'not ASCII digits'],
    ['1 000', 'a space inside'],
    ['1\n2', 'a line feed inside'],
    ['€5', 'another currency'],
    ['5 USD', 'a word'],
    ['NaN', 'a word'],
    ['Infinity', 'a word'],
    ['null', 'a word'],
    ['90071992547409.92e2', 'not a plain decimal'],
    ['90071992547409919', 'longer than any amount'],
    ['9'.repeat(400), 'longer than any amount'],
  ])('rejects %j: %s [CON-2]', (text) => {
    expect(parseAmountText(text)).toBeNull();
  });

  it('strips the first comma at any position', () => {
    expect(parseAmountText('12,34')).toBe(1_234_00);
  });

  it('parses every amount below $1,000.00 exactly', () => {
    const all = Array.from({ length: 100_000 }, (_, cents) => cents);
    expect(all.filter((cents) => parseAmountText((cents / 100).toFixed(2)) !== cents)).toEqual([]);
  });
});

describe('parseTypedAmount', () => {
  it.each([
    ['$1,234.50', 123_450],
    ['25', 2_500],
    ['.5', 50],
    ['7.', 700],
    [' 0.01 ', 1],
    ['1,234', 123_400],
    ['12,345.6', 1_234_560],
    ['\u202d12.50\u202c', 1_250],
    ['\u200e12.50\u200b', 1_250],
  ])('reads %s [CON-2]', (typed, cents) => {
    expect(parseTypedAmount(typed)).toBe(cents);
  });

  it.each(['', '$', '.', '1,234,567', '-5', '1e3', '0.001', '１００', '5 dollars', '$$5'])(
    'rejects %p [CON-2]',
    (typed) => {
      expect(parseTypedAmount(typed)).toBeNull();
    },
  );

  it.each(['12,50', '12,5', '$1,5', '1,23', '1,2345', ',500', '1.234,50', '0,99', '12,', '12,5.00'])(
    'rejects %j, whose comma may have been meant as a point [CON-2]',
    (typed) => {
      expect(parseTypedAmount(typed)).toBeNull();
      expect(hasCommaForPoint(typed)).toBe(true);
    },
  );

  it('reads the text that formatUsd returns for amounts below a million dollars [CON-2]', () => {
    fc.assert(
      fc.property(CENTS, (cents) => {
        expect(parseTypedAmount(formatUsd(cents))).toBe(cents < 100_000_000 ? cents : null);
      }),
    );
  });

  it('parses what centsToPlain returns', () => {
    fc.assert(
      fc.property(CENTS, (cents) => {
        expect(parseTypedAmount(centsToPlain(cents))).toBe(cents);
        expect(parseTypedAmount(String(Number(centsToPlain(cents))))).toBe(cents);
      }),
    );
  });
});

describe('centsFromDollars', () => {
  it.each([
    [0, 0],
    [19.99, 19_99],
    [0.07, 7],
    [2000, 2_000_00],
    [1.1, 1_10],
    [4.35, 4_35],
    [10_000_000, 10_000_000_00],
  ])('converts %d to %i cents', (amount, cents) => {
    expect(centsFromDollars(amount)).toBe(cents);
  });

  it.each([
    [-0],
    [-1],
    [0.001],
    [0.1 + 0.2],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e21],
    [1e-7],
    [2 ** 53],
    [Number.MAX_VALUE],
    [Number.MIN_VALUE],
  ])('rejects %d [PAY-11]', (amount) => {
    expect(centsFromDollars(amount)).toBeNull();
  });
});

describe('formatUsd', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [-5, '-$0.05'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_450, '$1,234.50'],
    [-123_456_789, '-$1,234,567.89'],
  ])('formats %i cents as %s', (cents, text) => {
    expect(formatUsd(cents)).toBe(text);
  });

  it('throws on fractions of a cent and unsafe integers [LED-1]', () => {
    expect(() => formatUsd(0.5)).toThrow(RangeError);
    expect(() => formatUsd(2 ** 53)).toThrow(RangeError);
  });
});

describe('isValidAmount', () => {
  it.each([1, 2_000_00, MAX_AMOUNT_CENTS])('accepts %d', (cents) => {
    expect(isValidAmount(cents)).toBe(true);
  });

  it.each([0, -0, -1, 0.5, 1e9 + 1, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
    'rejects %d [LED-1]',
    (cents) => {
      expect(isValidAmount(cents)).toBe(false);
    },
  );
});

describe('assertCents', () => {
  it('throws on fractions of a cent and unsafe integers', () => {
    expect(() => assertCents(0.1 + 0.2, 'sum')).toThrow('sum is not a whole number of cents');
    expect(() => assertCents(2 ** 53, 'sum')).toThrow(RangeError);
  });
});
