import { describe, expect, it } from '@jest/globals';
import { bankDayOf, formatTimestamp } from './bank-day.js';

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

describe('formatTimestamp', () => {
  it.each([
    ['America/New_York', '2026-11-20T21:05:00Z', 'Nov 20, 2026, 4:05 PM EST'],
    ['America/New_York', '2026-07-01T03:59:00Z', 'Jun 30, 2026, 11:59 PM EDT'],
    ['Asia/Tokyo', '2026-11-20T21:05:00Z', 'Nov 21, 2026, 6:05 AM GMT+9'],
  ])('names the zone of a time in %s [UI-29]', (timeZone, moment, text) => {
    // Some ICU versions put a narrow no-break space before AM and PM.
    expect(formatTimestamp(new Date(moment), timeZone).replace(/\s/g, ' ')).toBe(text);
  });
});
