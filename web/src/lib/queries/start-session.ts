import { hashKey, type QueryClient } from '@tanstack/react-query';
import { clearEtagCache } from '../api/etag-cache';
import type { User } from '../api/types';
import { setBankTimeZone } from '../bank-time-zone';
import { QUERY_KEYS } from './query-keys';

/** Sets the signed-in user, or null, and clears all data of the previous session. */
export function startSession(client: QueryClient, user: User | null): void {
  clearEtagCache();
  if (user) setBankTimeZone(user.bankTimeZone);
  const userHash = hashKey(QUERY_KEYS.user);
  client.setQueryData(QUERY_KEYS.user, user);
  client.removeQueries({ predicate: (query) => query.queryHash !== userHash });
}
