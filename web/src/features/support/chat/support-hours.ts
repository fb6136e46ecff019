import { timeOfWallClock, wallClockAt } from '@/lib/time/wall-clock';

const TIME_ZONE = 'America/New_York';
const DAY_MS = 24 * 60 * 60 * 1000;
const DAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const WORKDAY = { open: 9, close: 18 } as const;
const SATURDAY = { open: 10, close: 16 } as const;

/** The hours of `SUPPORT_HOURS` by day of the week; null for a closed day (CHAT-6). */
const HOURS = [null, WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, SATURDAY] as const;

/** Whether support is open, and when that changes. */
export type SupportStatus = {
  isOpen: boolean;
  /** When support closes or opens next, in epoch milliseconds. */
  changesAt: number;
  /** That time in words, such as `tomorrow at 9:00 AM EST`. */
  label: string;
};

/**
 * Whether support is open at the time `now`. The hours follow New York's clocks all year, although the wording always
 * says EST.
 */
export function supportStatus(now: number): SupportStatus {
  const today = wallClockAt(now, TIME_ZONE).slice(0, 'YYYY-MM-DD'.length);
  for (let daysAhead = 0; daysAhead <= HOURS.length; daysAhead += 1) {
    const day = new Date(Date.parse(today) + daysAhead * DAY_MS);
    const hours = HOURS[day.getUTCDay()];
    if (!hours || now >= timeAt(day, hours.close)) continue;
    if (now >= timeAt(day, hours.open)) {
      return { isOpen: true, changesAt: timeAt(day, hours.close), label: clockLabel(hours.close) };
    }
    const label = `${dayLabel(day, daysAhead)} at ${clockLabel(hours.open)}`;
    return { isOpen: false, changesAt: timeAt(day, hours.open), label };
  }
  throw new Error('Support never opens.');
}

function timeAt(day: Date, hour: number): number {
  const clock = `${day.toISOString().slice(0, 'YYYY-MM-DD'.length)}T${String(hour).padStart(2, '0')}:00`;
  return timeOfWallClock(clock, TIME_ZONE) ?? day.getTime();
}

function dayLabel(day: Date, daysAhead: number): string {
  if (daysAhead === 0) return 'today';
  return daysAhead === 1 ? 'tomorrow' : `on ${DAY_NAMES[day.getUTCDay()] ?? ''}`;
}

function clockLabel(hour: number): string {
  return `${hour > 12 ? hour - 12 : hour}:00 ${hour >= 12 ? 'PM' : 'AM'} EST`;
}
