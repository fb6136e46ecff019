import { describe, expect, it } from '@jest/globals';
import { timeOfWallClock, wallClockAt } from './wall-clock';

describe('wall-clock times', () => {
  it.each([
    ['America/New_York', '2026-11-20T21:05:00.000Z', '2026-11-20T16:05:00'],
    ['America/New_York', '2026-07-01T03:59:00.000Z', '2026-06-30T23:59:00'],
    ['America/New_York', '2026-03-08T07:30:00.000Z', '2026-03-08T03:30:00'],
    ['America/New_York', '2026-03-08T06:30:00.000Z', '2026-03-08T01:30:00'],
    ['America/New_York', '2026-11-01T07:30:00.000Z', '2026-11-01T02:30:00'],
    ['Asia/Kolkata', '2026-11-20T21:05:00.000Z', '2026-11-21T02:35:00'],
  ])('in %s are converted to and from instants, even when the clocks change', (zone, iso, clock) => {
    expect(wallClockAt(Date.parse(iso), zone)).toBe(clock);
    expect(timeOfWallClock(clock.slice(0, 'YYYY-MM-DDTHH:MM'.length), zone)).toBe(Date.parse(iso));
  });

  it('give no instant if the text is not a time', () => {
    expect(timeOfWallClock('', 'Asia/Tokyo')).toBeUndefined();
    expect(timeOfWallClock('tomorrow', 'Asia/Tokyo')).toBeUndefined();
  });
});
