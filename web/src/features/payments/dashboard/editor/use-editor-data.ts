import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DashboardTexts } from '@moniker/common/dashboard-texts.js';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

/** The customer and the texts of their dashboard. Fails if the user is not a customer (DASH-14). */
export function useEditorData(userId: string) {
  return useQuery({
    queryKey: [...QUERY_KEYS.adminDashboardContent, userId],
    queryFn: async () => {
      const [content, user] = await Promise.all([
        unwrap(api.GET('/api/admin/dashboard-content/{userId}', { params: { path: { userId } } })),
        unwrap(api.GET('/api/admin/users/{id}', { params: { path: { id: userId } } })),
      ]);
      return { content, user };
    },
    // The form starts from fresh data and ignores later changes, so a refetch would have no effect.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

export function useSaveContent(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DashboardTexts) =>
      unwrap(api.PUT('/api/admin/dashboard-content/{userId}', { params: { path: { userId } }, body })),
    onSuccess: () => void invalidateQueries(client, [QUERY_KEYS.dashboardContent]),
  });
}
