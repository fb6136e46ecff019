import { useCallback } from 'react';
import { ApiError } from '@/lib/api/api-error';
import { withBankTimes } from '@/lib/time/bank-time';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';

/**
 * Shows the toast of a failed admin action (ADM-20, ADM-21): `text`, followed by the server's message if that differs.
 */
export function useAdminFailure() {
  const handleSessionExpiry = useSessionExpiry();
  return useCallback(
    (error: unknown, text: string) => {
      if (handleSessionExpiry(error)) return;
      const reason = error instanceof ApiError && error.isExplained ? error.message : text;
      const description = withBankTimes(reason === text ? text : `${text}. ${reason}`);
      toast({ title: 'Error', description, variant: 'destructive' });
    },
    [handleSessionExpiry],
  );
}
