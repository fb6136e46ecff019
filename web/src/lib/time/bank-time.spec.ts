import { afterAll, describe, expect, it } from '@jest/globals';
import { setBankTimeZone } from '../bank-time-zone';
import {
  bankZoneAt,
  formatBankClock,
  formatBankDate,
  formatBankTime,
  localTimeNote,
  withBankTimes,
  zoneName,
} from './bank-time';

afterAll(() => setBankTimeZone('America/New_York'));

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

// Some ICU versions put a narrow no-break space before AM and PM.
const plain = (text: string | null) => text?.replace(/\s/g, ' ');

describe('the time at the bank', () => {
  it.each([
    ['America/New_York', '2026-11-20T21:05:00.000Z', 'Nov 20, 2026', '4:05 PM EST', 'EST'],
    ['America/New_York', '2026-07-01T03:59:00.000Z', 'Jun 30, 2026', '11:59 PM EDT', 'EDT'],
    ['Asia/Tokyo', '2026-11-20T21:05:00.000Z', 'Nov 21, 2026', '6:05 AM GMT+9', 'GMT+9'],
  ])('in %s names its zone [UI-29]', (zone, value, date, clock, name) => {
    setBankTimeZone(zone);
    expect(plain(formatBankTime(value))).toBe(`${date}, ${clock}`);
    expect(formatBankDate(value)).toBe(date);
    expect(plain(formatBankClock(value))).toBe(clock);
    expect(bankZoneAt(Date.parse(value))).toBe(name);
  });

  it('is shown as a dash if it is missing or cannot be read', () => {
    expect([formatBankTime(null), formatBankDate(undefined), formatBankClock('soon')]).toEqual([
      '–',
      '–',
      '–',
    ]);
  });

  it('comes with the local time only if the two differ [UI-29]', () => {
    setBankTimeZone('Pacific/Kiritimati');
    expect(localTimeNote('2026-11-20T21:05:00.000Z')).toMatch(/^Your time: Nov 20, 2026, \d+:05\s[AP]M .+/);
    setBankTimeZone(BROWSER_ZONE);
    expect(localTimeNote('2026-11-20T21:05:00.000Z')).toBeNull();
  });

  it('replaces the times in a server message [UI-29]', () => {
    setBankTimeZone('America/New_York');
    const message = 'Decided at 2026-11-20T21:05:00.123Z, and 2026-11-20 stays';
    expect(plain(withBankTimes(message))).toBe('Decided at Nov 20, 2026, 4:05 PM EST, and 2026-11-20 stays');
  });

  it('is named after the city in the name of its time zone', () => {
    expect(zoneName('America/New_York')).toBe('New York time');
  });
});
