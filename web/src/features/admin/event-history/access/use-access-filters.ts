import { useUrlFilters } from '@/lib/list/use-url-filters';

/** Names of the filters in the URL. */
const NAMES = ['actor', 'customer', 'action', 'from', 'to'] as const;

export const useAccessFilters = () => useUrlFilters(NAMES);
export type AccessFilters = ReturnType<typeof useAccessFilters>;
