import type { ADMIN_SCREENS } from '@moniker/common/screen-paths.js';
import type { User, WorkKind } from './api/types';
import { useSession } from './session';

export type Permission = NonNullable<User['permissions']>[number];

/**
 * Returns whether the signed-in admin may do something (ADM-51). The API enforces this; screens only hide what is not
 * permitted.
 */
export function usePermitted(): (permission: Permission) => boolean {
  const { user } = useSession();
  return (permission) => user?.permissions?.includes(permission) === true;
}

/** The permission to decide on each kind of item in the work queue (SEC-40). */
export const WORK_PERMISSIONS: Readonly<Record<WorkKind, Permission>> = {
  kyc: 'kyc:decide',
  account_request: 'requests:decide',
  transfer: 'payments:decide',
  incoming_payment: 'payments:decide',
  credit: 'payments:decide',
  proposal: 'proposals:decide',
  chat: 'support:chat',
};

export type AdminScreen = (typeof ADMIN_SCREENS)[number];

/** For each screen, its permissions. An admin with any one of them can open the screen. */
const SCREEN_PERMISSIONS: Readonly<Record<AdminScreen, readonly Permission[]>> = {
  '/admin': ['panel:open'],
  '/admin/queue': Object.values(WORK_PERMISSIONS),
  '/admin/approvals': ['proposals:decide'],
  '/admin/kyc/:id': ['kyc:read'],
  '/dashboard-edit/:userId': ['support:dashboards'],
};

/** Returns whether the signed-in admin's role allows a screen (ADM-51). */
export function useMayOpen(): (screen: AdminScreen) => boolean {
  const isPermitted = usePermitted();
  return (screen) => SCREEN_PERMISSIONS[screen].some(isPermitted);
}
