import { hashKey, type QueryClient } from '@tanstack/react-query';
import { forgetAnswers } from '../api/known-answers';
import type { User } from '../api/types';
import { KEYS } from './keys';

/** Makes someone, or nobody, the signed-in user, and forgets what was read for the one before. */
export function startSession(client: QueryClient, user: User | null): void {
  forgetAnswers();
  const userHash = hashKey(KEYS.user);
  client.setQueryData(KEYS.user, user);
  client.removeQueries({ predicate: (query) => query.queryHash !== userHash });
}
