import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import type { DashboardTexts } from '@/lib/dashboard-texts';
import { KEYS } from '@/lib/queries/keys';
import { refresh } from '@/lib/queries/refresh';

/** The texts of a customer's dashboard and who that is; both fail for whoever is no customer. */
export function useEditedContent(userId: string) {
  return useQuery({
    queryKey: [...KEYS.adminDashboardContent, userId],
    queryFn: async () => {
      const [content, user] = await Promise.all([
        answerOf(api.GET('/api/admin/dashboard-content/{userId}', { params: { path: { userId } } })),
        answerOf(api.GET('/api/admin/users/{id}', { params: { path: { id: userId } } })),
      ]);
      return { content, user };
    },
    // The form starts from what there is now, and is not changed under the admin's hands afterwards.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
}

export function useSaveContent(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DashboardTexts) =>
      answerOf(api.PUT('/api/admin/dashboard-content/{userId}', { params: { path: { userId } }, body })),
    onSuccess: () => void refresh(client, [KEYS.dashboardContent]),
  });
}
