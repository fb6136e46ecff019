import type { AdminRole } from '@moniker/common/admin-roles.js';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { type IdempotencyHeaders, useIdempotentMutation } from '@/lib/queries/use-idempotent-mutation';

export type RoleChange = { userId: string; reason: string } & (
  | { action: 'grant'; role: AdminRole }
  | { action: 'revoke' | 'disable' | 'enable' }
);

/** Changes a team member's role or access. */
export function useChangeRole() {
  return useIdempotentMutation(send, { invalidates: [QUERY_KEYS.adminTeam, QUERY_KEYS.adminUsers] });
}

function send({ userId, reason, ...change }: RoleChange, headers: IdempotencyHeaders) {
  const params = { path: { userId } };
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
