const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time that has passed since a moment, in its largest unit: `5 min`, `3 h`, `1 day`. */
export function formatAge(since: string, now: number): string {
  const age = now - Date.parse(since);
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`;
  const days = Math.floor(age / DAY_MS);
  return days === 1 ? '1 day' : `${days} days`;
}
