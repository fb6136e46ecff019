import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { isReachable } from '@/lib/connection';
import { Boundary } from './error-boundary';

/** Shows an error inside the layout if a screen fails, for example because its chunk cannot be loaded (UI-25). */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // Clears the error when another screen opens.
  return (
    <Boundary key={pathname} fallback={<ScreenFailed />}>
      {children}
    </Boundary>
  );
}

/** Shows nothing if an extra, such as the command palette, fails. */
export function ExtraBoundary({ children }: { children: ReactNode }) {
  return <Boundary fallback={null}>{children}</Boundary>;
}

function ScreenFailed() {
  const [isStillOffline, setIsStillOffline] = useState(false);
  const retry = async () => {
    // Browsers remember a failed import, so importing again would fail. This reloads the page instead, unless the
    // user is offline: then a reload would replace the layout with the offline page.
    if (await isReachable()) window.location.reload();
    else setIsStillOffline(true);
  };
  return (
    <>
      <h1 className="sr-only">We couldn't load this page</h1>
      <Alert
        tone="danger"
        title="We couldn't load this page."
        isLive
        action={
          <Button variant="secondary" size="sm" onClick={() => void retry()}>
            Try again
          </Button>
        }
      >
        {isStillOffline
          ? "You're still offline. Try again once you're back online."
          : 'If you were sending something, check that it went through before you send it again.'}
      </Alert>
    </>
  );
}
