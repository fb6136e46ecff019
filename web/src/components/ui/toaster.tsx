import { lazy, Suspense } from 'react';
import { useToast } from '@/lib/toast';

/** Loads the notification area; signed-in screens ask for it early, the public ones with the first toast. */
export const loadToastArea = () => import('./toast-area');

const ToastArea = lazy(async () => ({ default: (await loadToastArea()).ToastArea }));

export function Toaster() {
  const hasToast = useToast() !== null;
  if (!hasToast) return null;
  return (
    <Suspense fallback={null}>
      <ToastArea />
    </Suspense>
  );
}
