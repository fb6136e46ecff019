import { answerOf, api } from '@/lib/api/client';
import { usePages } from '@/lib/list/use-pages';
import { KEYS } from '@/lib/queries/keys';
import { queryOf, type HistoryFilters } from '../filters';

/** The history page by page, newest first; a page is asked for with the cursor of the one before it. */
export function useHistory(filters: HistoryFilters) {
  const asked = Object.fromEntries(queryOf(filters));
  const readPage = (cursor: string | undefined) => {
    const query = { ...asked, ...(cursor === undefined ? {} : { cursor }) };
    return answerOf(api.GET('/api/transactions', { params: { query } }));
  };
  return usePages([...KEYS.transactionHistory, asked], readPage, { staleTime: 0 });
}
