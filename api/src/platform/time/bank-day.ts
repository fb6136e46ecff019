const HOUR_MS = 60 * 60 * 1000;
/** Larger than any UTC offset. */
const MAX_UTC_OFFSET_MS = 15 * HOUR_MS;

const DAY_FORMAT: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
const TIMESTAMP_FORMAT: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
};
const WALL_CLOCK_FORMAT: Intl.DateTimeFormatOptions = {
  ...DAY_FORMAT,
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
};
const DATE_FORMAT: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };

/** Returns the bank day of a moment, `YYYY-MM-DD`, in the given time zone (`BANK_TIME_ZONE`; LED-16). */
export const bankDayOf = formatter('en-CA', DAY_FORMAT);

/** Formats a timestamp with its zone, such as `Nov 20, 2026, 4:05 PM EST`, in the given time zone (UI-29). */
export const formatTimestamp = formatter('en-US', TIMESTAMP_FORMAT);

/** Formats a date, such as `Nov 20, 2026`, in the given time zone. */
export const formatDay = formatter('en-US', DATE_FORMAT);

/**
 * Bank time, `YYYY-MM-DD HH:MM:SS`. These strings sort like the times, except in the hour that repeats when clocks
 * change.
 */
const wallClockOf = formatter('sv-SE', WALL_CLOCK_FORMAT);

/** Caches one formatter per time zone: creating one takes longer than formatting fifty dates. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (moment: Date, timeZone: string): string => {
    let format = formats.get(timeZone);
    if (format === undefined) {
      format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
      formats.set(timeZone, format);
    }
    return format.format(moment);
  };
}

/** Returns the first moment of a bank day, even if clocks change at midnight. */
export function startOfBankDay(day: string, timeZone: string): Date {
  return firstMomentNear(Date.parse(`${day}T00:00:00Z`), (moment) => bankDayOf(moment, timeZone) >= day);
}

const HAS_ZONE = /T.*(Z|[+-]\d{2}(:?\d{2})?)$/i;

/**
 * Parses an ISO 8601 date or time (CON-5). A date means the start of that bank day. A time without a zone is in
 * `timeZone`. `text` must have passed the `Timestamp` validation in `http/fields.ts`.
 */
export function parseBankTime(text: string, timeZone: string): Date {
  const iso = text.replace(' ', 'T');
  if (!iso.includes('T')) return startOfBankDay(iso, timeZone);
  if (HAS_ZONE.test(iso)) return new Date(iso);
  const asUtc = new Date(`${iso}Z`);
  if (Number.isNaN(asUtc.getTime())) return new Date(text);
  const wallClock = asUtc.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');
  return firstMomentNear(asUtc.getTime(), (moment) => wallClockOf(moment, timeZone) >= wallClock);
}

/**
 * Returns the first moment at which `isReached` is true. That moment must be within the largest UTC offset before or
 * after `time`, and `isReached` must stay true from then on.
 */
function firstMomentNear(time: number, isReached: (moment: Date) => boolean): Date {
  let before = time - MAX_UTC_OFFSET_MS;
  let after = time + MAX_UTC_OFFSET_MS;
  // Invariant: `isReached` is false at `before` and true at `after`.
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isReached(new Date(middle))) after = middle;
    else before = middle;
  }
  return new Date(after);
}

/** Returns the last millisecond of a bank day. */
export function endOfBankDay(day: string, timeZone: string): Date {
  return new Date(startOfBankDay(addDays(day, 1), timeZone).getTime() - 1);
}

/** Returns the first day of the month before the month of `day`. */
export function firstOfPreviousMonth(day: string): string {
  return firstOfMonth(addDays(firstOfMonth(day), -1));
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 'YYYY-MM'.length)}-01`;
}

/** Adds days to a date; a negative number subtracts. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
