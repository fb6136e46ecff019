import { useQueryClient } from '@tanstack/react-query';
import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';
import { adminUserKey } from '../../use-admin-user';

export type Freeze = RequestBody<'/api/admin/users/{id}/freeze', 'post'>;
export type Unfreeze = RequestBody<'/api/admin/users/{id}/unfreeze', 'post'>;

type Input = { id: string; freeze: Freeze } | { id: string; unfreeze: Unfreeze };

/** Freezes a customer, or ends that (ADM-60). */
export function useFreezeUser() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  const reload = (id: string) => invalidateQueries(client, [adminUserKey(id), QUERY_KEYS.adminUsers]);
  return useMutation({
    mutationFn: (input: Input) => {
      const params = { path: { id: input.id } };
      const headers = { 'Idempotency-Key': idempotency.keyFor(input) };
      return 'freeze' in input
        ? unwrap(api.POST('/api/admin/users/{id}/freeze', { params, headers, body: input.freeze }))
        : unwrap(api.POST('/api/admin/users/{id}/unfreeze', { params, headers, body: input.unfreeze }));
    },
    // The status on screen may be outdated.
    onError: (_, { id }) => void reload(id),
    onSuccess: (_, input) => {
      idempotency.settle(input);
      void reload(input.id);
    },
  });
}
