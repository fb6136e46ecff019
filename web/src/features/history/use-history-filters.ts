import { useSearchParams } from 'react-router-dom';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { parseFilters, toSearchParams, type HistoryFilters } from './history-filters';

/**
 * The filters of the address. `shown` is ahead of them by what is being typed, which is looked for when the typing
 * pauses.
 */
export function useHistoryFilters() {
  const [params, setParams] = useSearchParams();
  const filters = parseFilters(params);
  const write = (next: HistoryFilters) => setParams(toSearchParams(next), { replace: true });
  const [typed, setTyped] = useDebouncedText(filters.search, (search) => write({ ...filters, search }));

  const change = (next: HistoryFilters) => {
    setTyped(next.search);
    // A letter waits for the typing to pause; a choice, a day or an emptied box does not.
    if (next.search === typed || next.search === '') write(next);
  };
  return { filters, draft: { ...filters, search: typed }, change };
}
