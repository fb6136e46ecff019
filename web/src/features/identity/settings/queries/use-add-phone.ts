import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';
import { updateUser } from '@/lib/session';

/** Sets the phone number (SET-3) and stores the returned user. */
export function useAddPhone() {
  return useMutation({
    mutationFn: (phoneNumber: string) => unwrap(api.PUT('/api/user/phone', { body: { phoneNumber } })),
    onSuccess: updateUser,
  });
}
