import { useEffect } from 'react';
import { PageSpinner } from '@/components/ui/spinner';
import { REDIRECT_ON_DENIAL_MS } from '@/lib/constants';
import { toast } from '@/lib/toast';
import { useDelayedNavigate } from '@/lib/use-delayed-navigate';

/** Shows an "Unauthorized" toast and redirects after a short delay (DASH-15, ADM-5, KYC-26). */
export function AccessDenied({ description, to }: { description: string; to: string }) {
  const navigateLater = useDelayedNavigate();
  useEffect(() => {
    toast({ title: 'Unauthorized', description, variant: 'destructive' });
    navigateLater(to, REDIRECT_ON_DENIAL_MS);
  }, [description, to, navigateLater]);
  return (
    <main id="main">
      <h1 className="sr-only">Unauthorized</h1>
      <PageSpinner label={description} />
    </main>
  );
}
