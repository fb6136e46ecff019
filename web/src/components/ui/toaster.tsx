import { useEffect, useState } from 'react';
import { useToast } from '@/lib/toast';

const loadToastArea = () => import('./toast-area');

/**
 * Loads the toast area before the first toast is shown, so that toasts also appear offline. Signed-in screens and
 * visitors' forms call this when they are first used; other screens load it with the first toast.
 */
export function preloadToastArea(): void {
  loadToastArea().catch(() => undefined);
}

type Area = Awaited<ReturnType<typeof loadToastArea>>['ToastArea'];

/**
 * Renders the toast area once there is a first toast. Does not use `lazy`: React delays suspended content by 300 ms,
 * and some toasts are followed by a redirect after 500 ms. If the chunk fails to load, toasts are not shown.
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
