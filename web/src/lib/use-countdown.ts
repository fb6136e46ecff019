import { useCallback, useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** Counts down whole seconds. Reads the clock at each tick, because browsers throttle timers in background tabs. */
export function useCountdown(durationSeconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + durationSeconds * 1000);
  const [secondsLeft, setSecondsLeft] = useState(durationSeconds);
  useEffect(() => {
    const timer = window.setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) window.clearInterval(timer);
    }, TICK_MS);
    return () => window.clearInterval(timer);
  }, [endsAt]);
  const restart = useCallback(() => {
    setEndsAt(Date.now() + durationSeconds * 1000);
    setSecondsLeft(durationSeconds);
  }, [durationSeconds]);
  return { secondsLeft, restart };
}

/** `600` → `10:00`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
