import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useMutation } from '@/lib/queries/use-mutation';

/** Sets the phone number (SET-3) and stores the returned user. */
export function useAddPhone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (phoneNumber: string) => unwrap(api.PUT('/api/user/phone', { body: { phoneNumber } })),
    onSuccess: (user) => client.setQueryData(QUERY_KEYS.user, user),
  });
}
