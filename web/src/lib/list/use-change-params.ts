import { useCallback } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';

/** New values of search parameters. An empty value removes its parameter. */
export type ParamChanges = Readonly<Record<string, string>>;

/**
 * Returns a function that changes search parameters and keeps the others. It starts from the address bar: the parameters of
 * the last render lack changes that are not rendered yet, so starting from them would undo those (UI-31).
 */
export function useChangeParams() {
  const [, setParams] = useSearchParams();
  return useCallback(
    (changes: ParamChanges, options: NavigateOptions = { replace: true }) => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setParams(next, options);
    },
    [setParams],
  );
}
