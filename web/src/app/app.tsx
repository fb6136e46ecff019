import { BrowserRouter } from 'react-router-dom';
import { Toaster } from '@/components/ui/toaster';
import { loadSession } from '@/lib/session';
import { AppRoutes } from './app-routes';
import { ErrorBoundary } from './error-boundary';

// The first render depends on the session, so start loading it before React renders.
void loadSession();

export function App() {
  return (
    <>
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
      <Toaster />
    </>
  );
}
