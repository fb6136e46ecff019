import { createStore } from './store';

/** Responses state whole seconds and take time to arrive, so the same end varies by about a second. */
const TOLERANCE_MS = 2_000;

/** When the session ends unless it is used, by this browser's clock; null if unknown. */
const store = createStore<number | null>(null);

/** Stores the end that the API stated last, which takes the user's activity in other tabs into account. */
export function setSessionEnd(secondsLeft: number | null): void {
  const next = secondsLeft === null ? null : Date.now() + secondsLeft * 1000;
  const endsAt = store.get();
  if (next !== null && endsAt !== null && Math.abs(next - endsAt) < TOLERANCE_MS) return;
  store.set(next);
}

export const sessionEnd = store.get;
export const useSessionEnd = store.use;
