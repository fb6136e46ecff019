import { createStore } from './store';

/**
 * A new end of the session is ignored if it differs from the stored end by less than this. Responses state whole
 * seconds and take time to arrive, so the computed end varies by about a second.
 */
const TOLERANCE_MS = 2_000;

/** When the session will end if it isn't used, as a time on this browser's clock; null if unknown. */
const store = createStore<number | null>(null);

/** Stores when the session ends according to the latest response. This reflects activity in other tabs, too. */
export function setSessionEnd(secondsLeft: number | null): void {
  const next = secondsLeft === null ? null : Date.now() + secondsLeft * 1000;
  const endsAt = store.get();
  if (next !== null && endsAt !== null && Math.abs(next - endsAt) < TOLERANCE_MS) return;
  store.set(next);
}

export const sessionEnd = store.get;
export const useSessionEnd = store.use;
