import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '@/lib/api/client';
import { KEYS } from '@/lib/queries/keys';

/** Sets the phone number, once; the answer is the new user. */
export function useAddPhone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (phoneNumber: string) => answerOf(api.PUT('/api/user/phone', { body: { phoneNumber } })),
    onSuccess: (user) => client.setQueryData(KEYS.user, user),
  });
}
