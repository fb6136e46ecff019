import { expect, it } from '@jest/globals';
import { excessError } from './amount-input';

it('refuses an amount or balance above the limit of the API', () => {
  expect(excessError('10000000', 'an amount')).toBeUndefined();
  expect(excessError('10000000.01', 'an amount')).toBe('Enter an amount up to $10,000,000.00');
  expect(excessError('99999999999', 'a balance')).toBe('Enter a balance up to $10,000,000.00');
});
