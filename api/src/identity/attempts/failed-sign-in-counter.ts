export const HOUR_MS = 60 * 60 * 1000;

/** Stands for all attempts that name no registered email address. */
export const UNKNOWN_ACCOUNT = 'unknown';

/** Returns the start of the hour, in UTC. */
export function startOfHour(time: Date): Date {
  return new Date(time.getTime() - (time.getTime() % HOUR_MS));
}
