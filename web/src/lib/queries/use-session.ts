import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { unwrap, api } from '../api/client';
import type { User } from '../api/types';
import { setBankTimeZone } from '../bank-time-zone';
import { QUERY_KEYS } from './query-keys';

/** The signed-in user; null on a 401 response (AUTH-6). */
export async function fetchUser(): Promise<User | null> {
  try {
    const user = await unwrap(api.GET('/api/auth/user'));
    setBankTimeZone(user.bankTimeZone);
    return user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export function useSession() {
  const query = useQuery({ queryKey: QUERY_KEYS.user, queryFn: fetchUser });
  return { user: query.data ?? null, isLoading: query.isPending, error: query.error, retry: query.refetch };
}
