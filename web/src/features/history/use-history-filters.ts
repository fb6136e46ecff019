import { useSearchParams } from 'react-router-dom';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { parseFilters, toSearchParams, type HistoryFilters } from './history-filters';

/** The filters in the URL. `draft` also has the search text being typed, which is applied after a pause. */
export function useHistoryFilters() {
  const [params, setParams] = useSearchParams();
  const filters = parseFilters(params);
  const write = (next: HistoryFilters) => setParams(toSearchParams(next), { replace: true });
  const [typed, setTyped] = useDebouncedText(filters.search, (search) => write({ ...filters, search }));

  const change = (next: HistoryFilters) => {
    setTyped(next.search);
    // Typing is debounced; a selection, a date or a cleared search applies immediately.
    if (next.search === typed || next.search === '') write(next);
  };
  return { filters, draft: { ...filters, search: typed }, change };
}
