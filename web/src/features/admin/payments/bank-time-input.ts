import { bankTimeZone } from '@/lib/bank-time-zone';
import { timeOfWallClock, wallClockAt } from '@/lib/time/wall-clock';

/** Converts an ISO time to the value of a `datetime-local` input, in the bank's time zone (ADM-29). */
export function isoToBankInput(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '' : wallClockAt(time, bankTimeZone()).slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/**
 * Converts the value of a `datetime-local` input, in the bank's time zone, to an ISO time. Returns undefined if the
 * value is empty or invalid.
 */
export function bankInputToIso(input: string): string | undefined {
  const time = timeOfWallClock(input, bankTimeZone());
  return time === undefined ? undefined : new Date(time).toISOString();
}
