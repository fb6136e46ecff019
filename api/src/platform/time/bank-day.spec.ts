import { describe, expect, it } from '@jest/globals';
import { bankDayOf, formatTimestamp, parseBankTime } from './bank-day.js';

describe('bankDayOf', () => {
  it('returns the day in the bank’s time zone, not UTC [LED-16]', () => {
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

describe('parseBankTime', () => {
  it.each([
    ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['2026-07-04T09:30', '2026-07-04T13:30:00.000Z'],
    ['2026-12-24 18:05:07', '2026-12-24T23:05:07.000Z'],
    // Clocks skip this hour, so the result is the first moment after it.
    ['2026-03-08T02:30', '2026-03-08T07:00:00.000Z'],
    ['2026-07-04T09:30:00Z', '2026-07-04T09:30:00.000Z'],
    ['2026-07-04T09:30:00+02:00', '2026-07-04T07:30:00.000Z'],
    ['2026-07-04T09:30-0700', '2026-07-04T16:30:00.000Z'],
  ])('parses %s, in New York time unless it names a zone [CON-5]', (text, iso) => {
    expect(parseBankTime(text, 'America/New_York').toISOString()).toBe(iso);
  });

  it('parses a date as a time on that day, whatever the bank’s time zone [CON-5]', () => {
    for (const zone of ['Asia/Kolkata', 'Pacific/Auckland', 'America/New_York', 'UTC', 'Europe/Berlin'])
      for (const day of ['2026-01-01', '2026-03-29', '2026-06-30', '2026-10-25', '2026-11-01'])
        expect([zone, bankDayOf(parseBankTime(day, zone), zone)]).toEqual([zone, day]);
  });
});
