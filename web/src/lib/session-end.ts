import { useSyncExternalStore } from 'react';

/** Responses state whole seconds and take time, so the same end differs by about a second from one to the next. */
const TOLERANCE_MS = 2_000;

/** When the session ends unless it is used, by the clock of this browser; null while it is unknown. */
let endsAt: number | null = null;
const listeners = new Set<() => void>();

/** Keeps what the API has said last, also about what the user does in other tabs. */
export function setSessionEnd(secondsLeft: number | null): void {
  const next = secondsLeft === null ? null : Date.now() + secondsLeft * 1000;
  if (next !== null && endsAt !== null && Math.abs(next - endsAt) < TOLERANCE_MS) return;
  endsAt = next;
  for (const listener of listeners) listener();
}

export function sessionEnd(): number | null {
  return endsAt;
}

export function useSessionEnd(): number | null {
  return useSyncExternalStore(subscribe, sessionEnd);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
