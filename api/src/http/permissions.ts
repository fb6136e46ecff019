import { ADMIN_ROLES, type AdminRole } from '@moniker/common/admin-roles.js';
import { markdownTable } from '../platform/config/markdown-table.js';

/** What an admin may do, with its description for docs/security.md. Every admin route requires one of these. */
export const PERMISSIONS = {
  'panel:open': 'Open the panel: totals, the work queue of their own tasks, saved filters',
  'customers:read': 'Read customers and their contact data',
  'customers:freeze': 'Freeze and unfreeze a customer',
  'customers:delete': 'Delete a customer',
  'kyc:read': 'Read identity checks and documents',
  'kyc:decide': 'Decide on identity checks, read Social Security numbers',
  'requests:read': 'Read account requests',
  'requests:decide': 'Decide on account requests, assign account numbers',
  'payments:read': 'Read transfers, payments and transactions',
  'payments:decide': 'Decide on transfers and payments, record credits and payments',
  'balances:edit': 'Edit balances',
  'proposals:decide': 'See proposals, and approve or reject those of which they may decide the change itself',
  'policy:edit': 'Edit the approval policy',
  'support:chat': 'Read and answer chats',
  'support:dashboards': 'Edit the texts on dashboards of customers',
  'mail:manage': 'See failed mail, send it again, send test mail',
  'access-log:read': 'Read the access log: who read which personal data, and failed sign-ins',
  'events:read': 'Read the Event History, its exports and checkpoints',
  'events:verify': 'Start a verification of the ledger, take a checkpoint',
  'team:manage': 'Read the team, grant and revoke roles, disable admins',
} as const;

export type Permission = keyof typeof PERMISSIONS;
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];

const REVIEWER = [
  'customers:read',
  'customers:freeze',
  'kyc:read',
  'kyc:decide',
  'requests:read',
  'requests:decide',
  'proposals:decide',
] as const satisfies readonly Permission[];
const PAYMENTS = [
  'customers:read',
  'payments:read',
  'payments:decide',
  'balances:edit',
  'proposals:decide',
] as const satisfies readonly Permission[];
const SUPPORT = [
  'customers:read',
  'customers:freeze',
  'payments:read',
  'support:chat',
  'support:dashboards',
] as const satisfies readonly Permission[];

/** What each role may do (SEC-40). */
export const ROLE_PERMISSIONS: Readonly<Record<AdminRole, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSION_NAMES),
  reviewer: new Set(['panel:open', ...REVIEWER]),
  payments: new Set(['panel:open', ...PAYMENTS]),
  support: new Set(['panel:open', ...SUPPORT]),
  auditor: new Set(['panel:open', 'access-log:read', 'events:read', 'events:verify']),
};

/** Whether a role has a permission. Customers and disabled admins have no role. */
export function isPermitted(role: AdminRole | null, permission: Permission): boolean {
  return role !== null && ROLE_PERMISSIONS[role].has(permission);
}

/** Returns the permissions of a role, for the panel's navigation. */
export function permissionsOf(role: AdminRole): Permission[] {
  return PERMISSION_NAMES.filter((name) => isPermitted(role, name));
}

/** Returns the table of roles and permissions in Markdown, which `npm run generate` writes to docs/security.md. */
export function permissionTable(): string {
  const rows = PERMISSION_NAMES.map((name) => [
    `\`${name}\``,
    PERMISSIONS[name],
    ...ADMIN_ROLES.map((role) => (isPermitted(role, name) ? 'yes' : '')),
  ]);
  return markdownTable([['Permission', 'Allows to', ...ADMIN_ROLES], ...rows]);
}
