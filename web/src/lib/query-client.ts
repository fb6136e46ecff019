import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api/api-error';
import { isOffline, subscribeToConnection } from './connection';
import { onSessionStart, startSession } from './session';
import { isLeavingForSignIn } from './use-session-expiry';

/**
 * Queries never become stale on their own, are not refetched by interval or focus, and are not retried (UI-12). A 401
 * on a read ends the session, so that the signed-out routes render. While offline, reads wait and mutations fail: the
 * library would queue and send them later (UI-24).
 */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) => subscribeToConnection(() => setOnline(!isOffline())));
  const queryCache = new QueryCache({
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401 && !isLeavingForSignIn()) startSession(null);
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
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  onSessionStart(() => client.clear());
  return client;
}
