import { describe, expect, it } from '@jest/globals';
import { growthCaption } from './growth';

describe('growthCaption', () => {
  it.each([
    [1124, 1000, '+12.4% in 30 days'],
    [999, 1000, '−0.1% in 30 days'],
    [0, 250, '−100.0% in 30 days'],
    [2_500_000, 100, '+2,499,900.0% in 30 days'],
    [5, 0, 'New in 30 days'],
    [5, -5, 'New in 30 days'],
    [0, 0, '0.0% in 30 days'],
    [7, 7, '0.0% in 30 days'],
  ])('formats growth to %d from %d as %p [ADM-2]', (now, before, caption) => {
    expect(growthCaption(now, before)).toBe(caption);
  });
});
