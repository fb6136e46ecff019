import type { User } from './api/types';
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
