import { adminsOnly, type TextsByType } from './event-texts.js';
import { recordedLater } from './words.js';

/** The mail about them goes to the team (`admin/team/`). */
export const ADMIN_ROLES = {
  AdminRoleGranted: adminsOnly(
    (payload, customer) => `Role ${payload.role} granted to ${customer}${recordedLater(payload)}`,
  ),
  AdminRoleRevoked: adminsOnly(({ role }, customer) => `Role ${role} of ${customer} revoked`),
  AdminDisabled: adminsOnly(({ role }, customer) => `Access of ${customer} (${role}) to the panel disabled`),
  AdminEnabled: adminsOnly(({ role }, customer) => `Access of ${customer} (${role}) to the panel enabled`),
} satisfies Partial<TextsByType>;
