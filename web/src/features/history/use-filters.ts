import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { filtersOf, queryOf, type HistoryFilters } from './filters';

const TYPING_PAUSE_MS = 250;

/**
 * The filters of the address. `shown` is ahead of them by what is being typed, which is looked for when the typing
 * pauses.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = filtersOf(params);
  const [typed, setTyped] = useState(filters.search);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const change = (next: HistoryFilters) => {
    const write = () => setParams(queryOf(next), { replace: true });
    window.clearTimeout(timer.current);
    setTyped(next.search);
    if (next.search === typed || next.search === '') write();
    else timer.current = window.setTimeout(write, TYPING_PAUSE_MS);
  };
  return { filters, shown: { ...filters, search: typed }, change };
}
