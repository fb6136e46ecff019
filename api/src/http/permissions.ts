import { ADMIN_ROLES, type AdminRole } from '@moniker/common/admin-roles.js';
import { markdownTable } from '../platform/config/markdown-table.js';

interface PermissionDeclaration {
  /** What the permission lets an admin do, as docs/security.md says it. */
  readonly allows: string;
  /** The roles that have the permission, besides `owner`, which has every permission. */
  readonly roles: readonly Exclude<AdminRole, 'owner'>[];
}

/**
 * What admins may do, and which roles may do it (SEC-40). Every admin route requires one of these with `@ForAdmins`;
 * docs/security.md lists the routes for each.
 */
const DECLARED = {
  'panel:open': {
    allows: 'Open the panel: totals, the work queue of their own tasks, saved filters',
    roles: ['reviewer', 'payments', 'support', 'auditor'],
  },
  'customers:read': {
    allows: 'Read customers and their contact data',
    roles: ['reviewer', 'payments', 'support'],
  },
  'customers:freeze': {
    allows: 'Freeze and unfreeze a customer',
    roles: ['reviewer', 'support'],
  },
  'customers:delete': {
    allows: 'Delete a customer',
    roles: [],
  },
  'kyc:read': {
    allows: 'Read identity checks and documents',
    roles: ['reviewer'],
  },
  'kyc:decide': {
    allows: 'Decide on identity checks, read Social Security numbers',
    roles: ['reviewer'],
  },
  'requests:read': {
    allows: 'Read account requests',
    roles: ['reviewer'],
  },
  'requests:decide': {
    allows: 'Decide on account requests, assign account numbers',
    roles: ['reviewer'],
  },
  'payments:read': {
    allows: 'Read transfers, payments and transactions',
    roles: ['payments', 'support'],
  },
  'payments:decide': {
    allows: 'Decide on transfers and payments, record credits and payments',
    roles: ['payments'],
  },
  'balances:edit': {
    allows: 'Edit balances',
    roles: ['payments'],
  },
  'proposals:decide': {
    allows: 'See proposals, and approve or reject those for changes that their own role permits',
    roles: ['reviewer', 'payments'],
  },
  'policy:edit': {
    allows: 'Edit the approval policy',
    roles: [],
  },
  'support:chat': {
    allows: 'Read and answer chats',
    roles: ['support'],
  },
  'support:dashboards': {
    allows: 'Edit the texts on customers’ dashboards',
    roles: ['support'],
  },
  'mail:manage': {
    allows: 'See failed mail, send it again, send test mail',
    roles: [],
  },
  'access-log:read': {
    allows: 'Read the access log: who read which personal data, and failed sign-ins',
    roles: ['auditor'],
  },
  'events:read': {
    allows: 'Read the Event History, its exports and checkpoints',
    roles: ['auditor'],
  },
  'events:verify': {
    allows: 'Start a verification of the ledger, take a checkpoint',
    roles: ['auditor'],
  },
  'team:manage': {
    allows: 'Read the team, grant and revoke roles, disable admins',
    roles: [],
  },
} as const satisfies Record<string, PermissionDeclaration>;

export type Permission = keyof typeof DECLARED;
const PERMISSIONS: Readonly<Record<Permission, PermissionDeclaration>> = DECLARED;
export const PERMISSION_NAMES = Object.keys(DECLARED) as Permission[];

/** Whether a role has a permission. Customers and disabled admins have no role. */
export function isPermitted(role: AdminRole | null, permission: Permission): boolean {
  return role === 'owner' || (role !== null && PERMISSIONS[permission].roles.includes(role));
}

/** Returns a role's permissions, for the panel's navigation. */
export function permissionsOf(role: AdminRole): Permission[] {
  return PERMISSION_NAMES.filter((name) => isPermitted(role, name));
}

/**
 * Returns each permission's roles and routes as Markdown, which `npm run generate` writes to docs/security.md. `routes`
 * has each admin route's permission.
 */
export function permissionTables(routes: ReadonlyMap<string, Permission>): string {
  const roles = PERMISSION_NAMES.map((name) => [
    `\`${name}\``,
    PERMISSIONS[name].allows,
    ...ADMIN_ROLES.map((role) => (isPermitted(role, name) ? 'yes' : '')),
  ]);
  const routesOf = (permission: Permission): string[] =>
    [...routes].flatMap(([route, needed]) => (needed === permission ? [`\`${route}\``] : []));
  return [
    markdownTable([['Permission', 'Lets an admin', ...ADMIN_ROLES], ...roles]),
    '\n',
    ...PERMISSION_NAMES.map((name) => `- \`${name}\`: ${routesOf(name).join(', ')}\n`),
  ].join('');
}
