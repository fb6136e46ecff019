import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { isSessionExpired } from './api/api-error';
import { REDIRECT_ON_DENIAL_MS } from './constants';
import { rememberReturnPath } from './return-path';
import { startSession } from './session';
import { toastError } from './toast';

let isLeaving = false;

/** Whether a redirect to sign-in is under way. Until it finishes, the screen stays as it is, without another toast. */
export function isLeavingForSignIn(): boolean {
  return isLeaving;
}

/** Call this once sign-in is shown. */
export function arriveAtSignIn(): void {
  isLeaving = false;
}

/**
 * Handles an expired session that a mutation ran into (UI-14, ADM-22): shows a toast and redirects to `/auth`.
 * Returns whether the error means an expired session. The page is not reloaded, so it keeps what was typed, and the
 * idempotency keys of transfers whose response was lost (AUTH-36, TRF-34).
 */
export function useSessionExpiry() {
  const navigate = useNavigate();
  return useCallback(
    (error: unknown): boolean => {
      if (!isSessionExpired(error)) return false;
      if (isLeaving) return true;
      isLeaving = true;
      rememberReturnPath();
      toastError('Unauthorized', 'Session expired. Please log in again.');
      window.setTimeout(() => {
        startSession(null);
        void navigate('/auth', { replace: true });
      }, REDIRECT_ON_DENIAL_MS);
      return true;
    },
    [navigate],
  );
}
