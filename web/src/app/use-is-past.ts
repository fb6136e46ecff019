import { useEffect, useState } from 'react';

/** Whether a time has come. Browsers delay timers in background tabs, so this also checks the clock. */
export function useIsPast(time: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (time === null) return undefined;
    const timer = window.setTimeout(() => setPassed(time), Math.max(0, time - Date.now()));
    return () => window.clearTimeout(timer);
  }, [time]);
  return time !== null && passed !== null && passed >= time;
}
