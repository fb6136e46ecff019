import type { User } from './api/types';
import { useSession } from './session';

export type Permission = NonNullable<User['permissions']>[number];

/** Returns whether the signed-in admin may do something (ADM-51). The API decides; screens only hide the rest. */
export function usePermitted(): (permission: Permission) => boolean {
  const { user } = useSession();
  return (permission) => user?.permissions?.includes(permission) === true;
}
