const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

// Created when the first age is shown, because creating it would delay the page.
let relativeTime: Intl.RelativeTimeFormat | undefined;

/** `just now`, `5 minutes ago`, `2 hours ago` or `3 days ago`. A time that is ahead of `now` counts as now. */
export function formatAge(value: string, now: number): string {
  const age = now - Date.parse(value);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return ago(age / MINUTE_MS, 'minute');
  if (age < DAY_MS) return ago(age / HOUR_MS, 'hour');
  return ago(age / DAY_MS, 'day');
}

function ago(count: number, unit: 'minute' | 'hour' | 'day'): string {
  relativeTime ??= new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
  return relativeTime.format(-Math.floor(count), unit);
}
