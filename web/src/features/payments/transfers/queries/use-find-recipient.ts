import { unwrap, api } from '@/lib/api/client';
import { useMutation } from '@/lib/queries/use-mutation';

/** Finds the customer with the given moniker (TRF-100). */
export function useFindRecipient() {
  return useMutation({
    mutationFn: (recipientMoniker: string) =>
      unwrap(api.POST('/api/transfer/find-recipient', { body: { recipientMoniker } })),
  });
}
