import { expect, it } from '@jest/globals';
import { formatCents } from './money';

it('formatCents adds thousands separators, two decimals and an optional plus sign [CON-1]', () => {
  expect(formatCents(123_450)).toBe('$1,234.50');
  expect(formatCents(-5)).toBe('−$0.05');
  expect(formatCents(5, true)).toBe('+$0.05');
  expect(formatCents(0, true)).toBe('$0.00');
});
