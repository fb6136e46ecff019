import { describe, expect, it } from '@jest/globals';
import { businessDaysBetween } from './business-days.js';

describe('business days', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 0],
    ['2026-11-20', '2026-11-22', 0],
    ['2026-11-20', '2026-11-23', 1],
    ['2026-11-21', '2026-11-23', 1],
    ['2026-11-23', '2026-11-27', 4],
    ['2026-11-20', '2026-12-07', 11],
  ])('exclude weekends: from %s to %s, there are %i [TRF-85]', (from, to, count) => {
    expect(businessDaysBetween(from, to)).toBe(count);
  });
});
