import { useCallback, useEffect, useState } from 'react';

const TICK_MS = 1_000;

/**
 * The whole seconds left of a time that began at `startedAt`; 0 if it did not begin. Reads the clock at each tick, because
 * browsers throttle timers in background tabs.
 */
export function useSecondsLeft(startedAt: number | undefined, durationSeconds: number): number {
  const [now, setNow] = useState(Date.now);
  const endsAt = startedAt === undefined ? 0 : startedAt + durationSeconds * 1000;
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= endsAt) window.clearInterval(timer);
    }, TICK_MS);
    return () => window.clearInterval(timer);
  }, [endsAt]);
  // The last tick may be older than the beginning.
  return Math.min(durationSeconds, Math.max(0, Math.ceil((endsAt - now) / 1000)));
}

/** Counts down from now on, and again from each call of `restart`. */
export function useCountdown(durationSeconds: number) {
  const [startedAt, setStartedAt] = useState(Date.now);
  const secondsLeft = useSecondsLeft(startedAt, durationSeconds);
  const restart = useCallback(() => setStartedAt(Date.now()), []);
  return { secondsLeft, restart };
}

/** `600` → `10:00`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
