import { hashKey, type QueryClient } from '@tanstack/react-query';
import { clearEtagCache } from '../api/etag-cache';
import type { User } from '../api/types';
import { setBankTimeZone } from '../bank-time-zone';
import { discardDraftsOfOthers, keepDrafts } from '../drafts';
import { QUERY_KEYS } from './query-keys';

/**
 * Sets the signed-in user, or null, and clears all data of the previous session, except the drafts of a user whose
 * session has ended (AUTH-36).
 */
export function startSession(client: QueryClient, user: User | null): void {
  if (user !== null) discardDraftsOfOthers(user.id);
  else if (client.getQueryData<User | null>(QUERY_KEYS.user)) keepDrafts();
  clearEtagCache();
  if (user) setBankTimeZone(user.bankTimeZone);
  const userHash = hashKey(QUERY_KEYS.user);
  client.setQueryData(QUERY_KEYS.user, user);
  client.removeQueries({ predicate: (query) => query.queryHash !== userHash });
  // Mutations keep what was sent, such as passwords.
  if (user === null) client.getMutationCache().clear();
}
