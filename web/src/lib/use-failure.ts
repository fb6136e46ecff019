import { useCallback } from 'react';
import { errorMessage } from './api/api-error';
import { toastError } from './toast';
import { useSessionExpiry } from './use-session-expiry';

/**
 * Shows why an action has failed, in the server's words if it sent any. An expired session leads to sign-in instead.
 */
export function useFailure() {
  const expire = useSessionExpiry();
  return useCallback(
    (error: unknown, fallback: string): void => {
      if (!expire(error)) toastError('Error', errorMessage(error, fallback));
    },
    [expire],
  );
}
