const formats = new Map<string, Intl.DateTimeFormat>();

/** The bank's calendar day of a moment, `YYYY-MM-DD`, in the given time zone (`BANK_TIME_ZONE`). */
export function bankDayOf(moment: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}

/** A moment as people read it in lists: `Nov 20, 2026, 4:05 PM`, in the given time zone. */
export function formatMoment(moment: Date, timeZone: string): string {
  return moment.toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
}
