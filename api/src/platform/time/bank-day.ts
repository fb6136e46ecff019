const HOUR_MS = 60 * 60 * 1000;
/** No clock on earth is further from UTC than this. */
const MAX_UTC_OFFSET_MS = 15 * HOUR_MS;

const DAY_FORMAT: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
const TIMESTAMP_FORMAT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const DATE_FORMAT: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };

/** The bank's calendar day of a moment, `YYYY-MM-DD`, in the given time zone (`BANK_TIME_ZONE`). */
export const bankDayOf = formatter('en-CA', DAY_FORMAT);

/** A moment as people read it in lists: `Nov 20, 2026, 4:05 PM`, in the given time zone. */
export const formatTimestamp = formatter('en-US', TIMESTAMP_FORMAT);

/** A day as people read it: `Nov 20, 2026`, in the given time zone. */
export const formatDay = formatter('en-US', DATE_FORMAT);

/** Keeps its formats, one a time zone: making one takes longer than formatting fifty moments. */
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

/** The first moment of a day, also of one whose clocks are changed at midnight. */
export function startOfBankDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = midnight - MAX_UTC_OFFSET_MS;
  let after = midnight + MAX_UTC_OFFSET_MS;
  // At `before` the day has not begun, at `after` it has.
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (bankDayOf(new Date(middle), timeZone) < day) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** The last moment of a day; the log's clock counts milliseconds. */
export function endOfBankDay(day: string, timeZone: string): Date {
  return new Date(startOfBankDay(addDays(day, 1), timeZone).getTime() - 1);
}

/** The day so many days later, or, negative, earlier. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
