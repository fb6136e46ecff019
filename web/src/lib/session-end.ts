import { createStore } from './store';

/** Responses state whole seconds and take time, so the same end differs by about a second from one to the next. */
const TOLERANCE_MS = 2_000;

/** When the session ends unless it is used, by the clock of this browser; null while it is unknown. */
const store = createStore<number | null>(null);

/** Keeps what the API has said last, also about what the user does in other tabs. */
export function setSessionEnd(secondsLeft: number | null): void {
  const next = secondsLeft === null ? null : Date.now() + secondsLeft * 1000;
  const endsAt = store.get();
  if (next !== null && endsAt !== null && Math.abs(next - endsAt) < TOLERANCE_MS) return;
  store.set(next);
}

export const sessionEnd = store.get;
export const useSessionEnd = store.use;
