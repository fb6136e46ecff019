import { useCallback } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';

/** Derives the next search parameters from the current ones, which it must not change. */
type ParamUpdate = (current: URLSearchParams) => URLSearchParams;

/** New values for search parameters. Other parameters are kept. An empty value removes its parameter. */
export type ParamChanges = Readonly<Record<string, string>>;

/**
 * Returns a function that changes search parameters. It reads the current ones from the address bar, because the last
 * render may lack recent changes, which would then be undone (UI-31).
 */
export function useChangeParams() {
  const [, setParams] = useSearchParams();
  return useCallback(
    (update: ParamUpdate | ParamChanges, options: NavigateOptions = { replace: true }) => {
      const current = new URLSearchParams(window.location.search);
      setParams(typeof update === 'function' ? update(current) : withChanges(current, update), options);
    },
    [setParams],
  );
}

function withChanges(current: URLSearchParams, changes: ParamChanges): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}
