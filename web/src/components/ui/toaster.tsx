import { useEffect, useState } from 'react';
import { useToast } from '@/lib/toast';

/** Loads the notification area; signed-in screens ask for it early, the public ones with the first toast. */
export const loadToastArea = () => import('./toast-area');

type Area = Awaited<ReturnType<typeof loadToastArea>>['ToastArea'];

/**
 * Shows the notification area from the first toast on. Not by `lazy`: React holds back for 300 ms what was suspended,
 * and some toasts are followed by a redirect after 500. Without the area the application still works.
 */
export function Toaster() {
  const message = useToast();
  const [Area, setArea] = useState<Area | null>(null);
  useEffect(() => {
    if (message === null || Area !== null) return;
    loadToastArea()
      .then(({ ToastArea }) => setArea(() => ToastArea))
      .catch(() => undefined);
  }, [message, Area]);
  return message !== null && Area !== null ? <Area /> : null;
}
