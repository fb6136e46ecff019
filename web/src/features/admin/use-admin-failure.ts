import { useCallback } from 'react';
import { ApiError } from '@/lib/api/api-error';
import { withLocalTimes } from '@/lib/format';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';

/**
 * The toast of a failed admin action (spec.md §8), with the server's reason after it when there is one and `text` is not
 * that reason already.
 */
export function useAdminFailure() {
  const expire = useSessionExpiry();
  return useCallback(
    (error: unknown, text: string) => {
      if (expire(error)) return;
      const reason = error instanceof ApiError && error.isExplained ? error.message : text;
      const description = withLocalTimes(reason === text ? text : `${text}. ${reason}`);
      toast({ title: 'Error', description, variant: 'destructive' });
    },
    [expire],
  );
}
