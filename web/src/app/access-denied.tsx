import { useEffect } from 'react';
import { PageSpinner } from '@/components/ui/spinner';
import { REDIRECT_ON_DENIAL_MS } from '@/lib/constants';
import { rememberReturnPath } from '@/lib/return-path';
import { toastError } from '@/lib/toast';
import { useDelayedNavigate } from '@/lib/use-delayed-navigate';
import { isLeavingForSignIn } from '@/lib/use-session-expiry';

type AccessDeniedProps = {
  description: string;
  to: string;
  /** Whether to return to this screen after the next sign-in. */
  returns?: boolean;
};

/**
 * Shows an "Unauthorized" toast and redirects after a short delay (DASH-15, ADM-5, KYC-26). Does neither if a
 * mutation found that the session has expired, because the user then already sees another toast and is being
 * redirected (UI-14).
 */
export function AccessDenied({ description, to, returns = true }: AccessDeniedProps) {
  const navigateLater = useDelayedNavigate();
  useEffect(() => {
    if (isLeavingForSignIn()) return;
    if (returns) rememberReturnPath();
    toastError('Unauthorized', description);
    navigateLater(to, REDIRECT_ON_DENIAL_MS);
  }, [description, to, returns, navigateLater]);
  return (
    <main id="main">
      <h1 className="sr-only">Unauthorized</h1>
      <PageSpinner label={description} />
    </main>
  );
}
