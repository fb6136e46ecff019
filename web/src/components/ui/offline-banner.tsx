import { WifiOff } from 'lucide-react';
import { useIsOffline } from '@/lib/connection';

/** Says that the browser is offline (UI-24). The live region is always there, so screen readers announce the text. */
export function OfflineBanner() {
  const isOffline = useIsOffline();
  return (
    <div role="status">
      {isOffline ? (
        <p className="border-t border-rule bg-warning-soft text-sm text-warning">
          <span className="page flex items-start gap-2 py-2">
            <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>
              <strong className="font-semibold">You're offline.</strong> You can't send anything until you're
              back online. What you see may be out of date.
            </span>
          </span>
        </p>
      ) : null}
    </div>
  );
}
