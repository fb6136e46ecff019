import { unwrap, api } from '@/lib/api/client';
import type { RequestBody } from '@/lib/api/types';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { useIdempotentMutation } from '@/lib/queries/use-idempotent-mutation';

export type Freeze = RequestBody<'/api/admin/users/{id}/freeze', 'post'>;
export type Unfreeze = RequestBody<'/api/admin/users/{id}/unfreeze', 'post'>;

type Input = { id: string; freeze: Freeze } | { id: string; unfreeze: Unfreeze };

/** Freezes a customer or unfreezes a user (ADM-60). */
export function useFreezeUser() {
  return useIdempotentMutation(
    (input: Input, headers) => {
      const params = { path: { id: input.id } };
      return 'freeze' in input
        ? unwrap(api.POST('/api/admin/users/{id}/freeze', { params, headers, body: input.freeze }))
        : unwrap(api.POST('/api/admin/users/{id}/unfreeze', { params, headers, body: input.unfreeze }));
    },
    { invalidates: [QUERY_KEYS.adminUsers] },
  );
}
