import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '@/lib/list/use-change-params';
import { useDebouncedText } from '@/lib/use-debounced-text';
import { changesBetween, parseFilters, withFilters, type HistoryFilters } from './history-filters';

/** The filters in the URL. `draft` also has the search text being typed, which is applied after a pause. */
export function useHistoryFilters() {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const filters = parseFilters(params);
  const write = (changes: Partial<HistoryFilters>) =>
    changeParams((current) => withFilters(current, changes));
  const [typed, setTyped] = useDebouncedText(filters.search, (search) => write({ search }));
  const draft = { ...filters, search: typed };

  const change = (next: HistoryFilters) => {
    const { search, ...choices } = changesBetween(draft, next);
    if (search !== undefined) setTyped(search);
    // Typing is debounced; a selection, a date or a cleared search applies immediately.
    if (search === '' || Object.keys(choices).length > 0) write({ ...choices, search: next.search });
  };
  return { filters, draft, change };
}
