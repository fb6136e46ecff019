import { useCallback } from 'react';
import { isSessionExpired } from './api/api-error';
import { REDIRECT_ON_DENIAL_MS } from './constants';
import { rememberReturnPath } from './return-path';
import { toast } from './toast';

let isLeaving = false;

/** Whether a redirect to sign-in is under way. Until then the screen stays as it is, without a further toast. */
export function isLeavingForSignIn(): boolean {
  return isLeaving;
}

/**
 * Handles a session that a mutation found expired (UI-14, ADM-22): shows a toast and redirects to `/auth`. Returns
 * whether the error was of this kind. Uses a full page load, so that no data of the old session remains.
 */
export function useSessionExpiry() {
  return useCallback((error: unknown): boolean => {
    if (!isSessionExpired(error)) return false;
    if (isLeaving) return true;
    isLeaving = true;
    rememberReturnPath();
    toast({
      title: 'Unauthorized',
      description: 'Session expired. Please log in again.',
      variant: 'destructive',
    });
    window.setTimeout(() => window.location.assign('/auth'), REDIRECT_ON_DENIAL_MS);
    return true;
  }, []);
}
