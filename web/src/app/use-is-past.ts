import { useEffect, useState } from 'react';

/** Whether a time has come. May turn true late in a background tab, because browsers delay timers there. */
export function useIsPast(time: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (time === null) return undefined;
    const timer = window.setTimeout(() => setPassed(time), Math.max(0, time - Date.now()));
    return () => window.clearTimeout(timer);
  }, [time]);
  return time !== null && passed !== null && passed >= time;
}
