import { BrowserRouter } from 'react-router-dom';
import { Toaster } from '@/components/ui/toaster';
import { AppRoutes } from './app-routes';
import { ErrorBoundary } from './error-boundary';

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
