import { useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** Navigates after a delay and then calls `then`, unless the component unmounts first. */
export function useDelayedNavigate() {
  const navigate = useNavigate();
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useCallback(
    (path: string, delayMs: number, then?: () => void) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        void navigate(path, { replace: true });
        then?.();
      }, delayMs);
    },
    [navigate],
  );
}
