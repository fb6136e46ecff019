import type { EntityManager } from 'typeorm';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import { receiptOrThrow } from '../../http/refusal-error.js';
import type { AuditEvent, EventOrigin } from '../../ledger/domain/events.js';
import { digestFields, newSalt } from '../../ledger/texts/transaction-texts.js';
import type { CommandContext, RowSubmission, SubmitWithRows } from '../../ledger/writer/submission.js';
import { newId } from '../../platform/crypto/new-id.js';

export type RoleChangeKind = 'granted' | 'revoked' | 'disabled' | 'enabled';

/** A change to what an admin may do. The reason may name people, so the log has only its digest (LED-8). */
export interface RoleChange {
  readonly userId: string;
  readonly kind: RoleChangeKind;
  /** The role granted, or for any other change, the role that the user had before. */
  readonly role: AdminRole;
  readonly reason: string;
  readonly changedAt: Date;
}

/** A change as stored, with the salt for its reason. */
export interface StoredRoleChange extends Omit<RoleChange, 'changedAt'> {
  readonly id: string;
  readonly salt: string;
}

const EVENT_TYPES = {
  granted: 'AdminRoleGranted',
  revoked: 'AdminRoleRevoked',
  disabled: 'AdminDisabled',
  enabled: 'AdminEnabled',
} as const satisfies Record<RoleChangeKind, AuditEvent['type']>;

/** Stores a role change and submits its event (LED-60). The caller changes the user's row in the same transaction. */
export async function recordRoleChange(
  manager: EntityManager,
  submit: SubmitWithRows,
  change: RoleChange,
  context: CommandContext,
): Promise<void> {
  const stored = { ...change, id: newId(), salt: newSalt() };
  const { id, userId, kind, role, reason, salt, changedAt } = stored;
  await manager.query(
    `insert into admin_role_change (id, user_id, kind, role, actor_id, reason, salt, changed_at, is_recorded)
     values ($1, $2, $3, $4, $5, $6, $7, $8, true)`,
    [id, userId, kind, role, userIdOf(context.actor), reason, salt, changedAt],
  );
  receiptOrThrow(await submit(roleChangeAudit(stored, 'decision', context)));
}

/** Builds the submission that records a role change's event. */
export function roleChangeAudit(
  { id: changeId, userId, kind, role, reason, salt }: StoredRoleChange,
  origin: EventOrigin,
  context: CommandContext,
): RowSubmission {
  const reasonDigest = digestFields([reason], salt);
  const event = { type: EVENT_TYPES[kind], payload: { userId, role, changeId, reasonDigest, origin } };
  return { command: { type: 'RecordAudit', stream: `user:${userId}`, event }, context };
}

function userIdOf(actor: string): string | null {
  return actor.startsWith('user:') ? actor.slice('user:'.length) : null;
}
