import { useQueryClient } from '@tanstack/react-query';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import { unwrap, api } from '@/lib/api/client';
import { useIdempotencyKeys } from '@/lib/idempotency-keys';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { invalidateQueries } from '@/lib/queries/invalidate-queries';
import { useMutation } from '@/lib/queries/use-mutation';

export type RoleChange = { userId: string; reason: string } & (
  | { action: 'grant'; role: AdminRole }
  | { action: 'revoke' | 'disable' | 'enable' }
);

/** Changes the role or the access of a member of the team. */
export function useChangeRole() {
  const client = useQueryClient();
  const idempotency = useIdempotencyKeys();
  return useMutation({
    mutationFn: (change: RoleChange) => send(change, idempotency.keyFor(change)),
    onSuccess: (_, change) => idempotency.settle(change),
    onSettled: () => void invalidateQueries(client, [QUERY_KEYS.adminTeam, QUERY_KEYS.adminUsers]),
  });
}

function send({ userId, reason, ...change }: RoleChange, key: string) {
  const params = { path: { userId } };
  const headers = { 'Idempotency-Key': key };
  if (change.action === 'grant') {
    const body = { role: change.role, reason };
    return unwrap(api.PUT('/api/admin/team/{userId}', { params, headers, body }));
  }
  const options = { params, headers, body: { reason } };
  switch (change.action) {
    case 'revoke':
      return unwrap(api.POST('/api/admin/team/{userId}/revoke', options));
    case 'disable':
      return unwrap(api.POST('/api/admin/team/{userId}/disable', options));
    case 'enable':
      return unwrap(api.POST('/api/admin/team/{userId}/enable', options));
  }
}
