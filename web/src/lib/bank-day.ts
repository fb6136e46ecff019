const DAY_OPTIONS = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
let dayName: Intl.DateTimeFormat | undefined;

/** `2026-11-05` → `Nov 5, 2026`. A bank day does not depend on the browser's time zone. */
export function formatBankDay(day: string): string {
  dayName ??= new Intl.DateTimeFormat('en-US', DAY_OPTIONS);
  return dayName.format(new Date(`${day}T00:00:00Z`));
}

/** The bank day, such as `2026-11-05`, at a time in epoch milliseconds. */
export function bankDayOf(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
}
