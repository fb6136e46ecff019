import type { EntityManager } from 'typeorm';
import { receiptOrThrow } from '../../http/refusal-error.js';
import type { SubmitWithRows } from '../../ledger/writer/submission.js';
import { newId } from '../../platform/crypto/new-id.js';
import { roleChangeAudit, type StoredRoleChange } from './record-role-change.js';

const SELECT_UNRECORDED = `
  select id, user_id as "userId", kind, role, reason, salt from admin_role_change
    where not is_recorded order by id for update`;

/**
 * Records, once, the roles that admins had before role changes were recorded as events (LED-61). Only the migration
 * marks roles as unrecorded. A role added directly in the database has no such mark, so it gets no event here and
 * `verify` finds it.
 */
export async function recordExistingRoles(manager: EntityManager, submit: SubmitWithRows): Promise<void> {
  const changes = await manager.query<StoredRoleChange[]>(SELECT_UNRECORDED);
  if (changes.length === 0) return;
  await manager.query('update admin_role_change set is_recorded = true where id = any($1::uuid[])', [
    changes.map(({ id }) => id),
  ]);
  const context = { actor: 'system', correlationId: newId() };
  for (const change of changes) receiptOrThrow(await submit(roleChangeAudit(change, 'backfill', context)));
}
