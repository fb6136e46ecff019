import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/**
 * The whole seconds until `endsAt`, at most `maxSeconds`. Reads the clock at each tick, because browsers throttle
 * timers in background tabs.
 */
export function useSecondsLeft(endsAt: number, maxSeconds: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= endsAt) window.clearInterval(timer);
    }, TICK_MS);
    return () => window.clearInterval(timer);
  }, [endsAt]);
  // After a change of `endsAt`, the last tick may be long ago, so the difference can exceed `maxSeconds`.
  return Math.min(maxSeconds, Math.max(0, Math.ceil((endsAt - now) / 1000)));
}

/** `600` → `10:00`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
