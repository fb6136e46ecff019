import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { Toaster } from '@/components/ui/toaster';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { fetchUser } from '@/lib/queries/use-session';
import { createQueryClient } from '@/lib/query-client';
import { AppRoutes } from './app-routes';
import { ErrorBoundary } from './error-boundary';

const queryClient = createQueryClient();

// The first render depends on the session, so start loading it before React renders. `useSession` reports a failure.
queryClient.query({ queryKey: QUERY_KEYS.user, queryFn: fetchUser }).catch(() => undefined);

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
      <Toaster />
    </QueryClientProvider>
  );
}
