import { useQuery, useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { FilteredList, RequestBody } from '@/lib/api/types';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';

/** The admin's saved filters for a list. */
export function useSavedFilters(list: FilteredList) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminSavedFilters, list],
    queryFn: () => unwrap(api.GET('/api/admin/saved-filters', { params: { query: { list } } })),
  });
}

export function useSaveFilter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'/api/admin/saved-filters', 'post'>) =>
      unwrap(api.POST('/api/admin/saved-filters', { body })),
    onSuccess: () => void invalidateQueries(client, [QUERY_KEYS.adminSavedFilters]),
  });
}

export function useDeleteSavedFilter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE('/api/admin/saved-filters/{id}', { params: { path: { id } } })),
    onSettled: () => void invalidateQueries(client, [QUERY_KEYS.adminSavedFilters]),
  });
}
