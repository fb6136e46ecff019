import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError, errorFlags } from '@/lib/api/api-error';
import { withPeriod } from '@/lib/format';
import { PasskeyError } from '@/lib/passkeys';
import { withBankTimes } from '@/lib/time/bank-time';
import { toast, toastError } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';

/**
 * Shows the toast for a failed admin action (ADM-20, ADM-21): `text`, followed by the reason if it is known. If the
 * session has expired, redirects to the sign-in screen instead. If the action became a proposal, says so and opens
 * the approvals page (APR-2).
 */
export function useAdminFailure() {
  const handleSessionExpiry = useSessionExpiry();
  const navigate = useNavigate();
  return useCallback(
    (error: unknown, text: string) => {
      if (handleSessionExpiry(error)) return;
      if (errorFlags(error).code === 'APPROVAL_REQUIRED') {
        toast({
          title: 'Sent for approval',
          description: 'Nothing changes until another admin approves it.',
        });
        void navigate('/admin/approvals');
        return;
      }
      const isExplained = error instanceof PasskeyError || (error instanceof ApiError && error.isExplained);
      const reason = isExplained ? error.message : text;
      const description = withBankTimes(reason === text ? text : `${text}. ${withPeriod(reason)}`);
      toastError('Error', description);
    },
    [handleSessionExpiry, navigate],
  );
}
