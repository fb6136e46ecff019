import { describe, expect, it } from '@jest/globals';
import { bankDayOf } from './bank-day.js';

describe('bankDayOf', () => {
  it('returns the day in the time zone of the bank, not UTC [LED-16]', () => {
    const lateEvening = new Date('2026-11-21T04:59:59Z');
    expect(bankDayOf(lateEvening, 'America/New_York')).toBe('2026-11-20');
    expect(bankDayOf(new Date('2026-11-21T05:00:00Z'), 'America/New_York')).toBe('2026-11-21');
  });

  it('follows daylight saving time [LED-16]', () => {
    expect(bankDayOf(new Date('2026-03-08T04:59:59Z'), 'America/New_York')).toBe('2026-03-07');
    expect(bankDayOf(new Date('2026-03-09T03:59:59Z'), 'America/New_York')).toBe('2026-03-08');
    expect(bankDayOf(new Date('2026-03-09T04:00:00Z'), 'America/New_York')).toBe('2026-03-09');
  });
});
