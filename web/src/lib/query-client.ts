import { MutationCache, onlineManager, QueryCache, QueryClient, type Query } from '@tanstack/react-query';
import { ApiError } from './api/api-error';
import { isOffline, subscribeToConnection } from './connection';
import { confirmSession, onSessionStart } from './session';
import { tellOtherTabs } from './session-channel';
import { isLeavingForSignIn } from './use-session-expiry';

/**
 * By default, queries never become stale on their own, are not refetched at an interval or on focus, and are not
 * retried (UI-12). If a read gets a 401, the client asks the bank whether the session is still valid (AUTH-95). If not,
 * the app signs the user out and renders the signed-out routes. While offline, reads wait and mutations fail: the
 * library would otherwise queue mutations and send them later (UI-24).
 */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) => subscribeToConnection(() => setOnline(!isOffline())));
  const repeated = new WeakSet<Query<unknown, unknown>>();
  const queryCache = new QueryCache({
    onSuccess: (_, query) => void repeated.delete(query),
    onError: (error, query) => {
      if (!(error instanceof ApiError) || error.status !== 401 || isLeavingForSignIn()) return;
      void confirmSession().then((goesOn) => {
        // Repeats each query only once: if the API keeps answering 401 although the session is still valid, this must
        // not loop.
        if (!goesOn || repeated.has(query)) return;
        repeated.add(query);
        query.fetch().catch(() => undefined);
      });
    },
  });
  const client = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onSuccess: () => tellOtherTabs('changed') }),
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
