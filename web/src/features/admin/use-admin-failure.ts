import { useCallback } from 'react';
import { ApiError } from '@/lib/api/api-error';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';

/** The toast of a failed admin action (spec.md §8), with the server's reason after it when there is one. */
export function useAdminFailure() {
  const expire = useSessionExpiry();
  return useCallback(
    (error: unknown, text: string) => {
      if (expire(error)) return;
      const reason = error instanceof ApiError && error.message !== text ? error.message : '';
      toast({ title: 'Error', description: reason ? `${text}. ${reason}` : text, variant: 'destructive' });
    },
    [expire],
  );
}
