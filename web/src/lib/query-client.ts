import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error';
import { startSession } from './queries/start-session';

/**
 * Never stale on its own, no refetch on interval or focus, no retries (spec.md §4, data freshness). A read that
 * is refused with 401 says that the session is over, so the signed-out routes take over.
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) startSession(client, null);
    },
  });
  const client = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  });
  return client;
}
