import { adminsOnly, type TextsByType } from './event-texts.js';
import { recordedLater } from './words.js';

/** `admin/team/` emails the owners about these events (SEC-42). */
export const ADMIN_ROLES = {
  AdminRoleGranted: adminsOnly(
    (payload, customer) => `Set ${customer}'s role to ${payload.role}${recordedLater(payload)}`,
  ),
  AdminRoleRevoked: adminsOnly(({ role }, customer) => `Revoked ${customer}'s ${role} role`),
  AdminDisabled: adminsOnly(
    ({ role }, customer) => `Disabled ${customer}'s access to the panel (role: ${role})`,
  ),
  AdminEnabled: adminsOnly(
    ({ role }, customer) => `Restored ${customer}'s access to the panel (role: ${role})`,
  ),
} satisfies Partial<TextsByType>;
