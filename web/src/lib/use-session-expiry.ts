import { useCallback } from 'react';
import { isSessionExpired } from './api/api-error';
import { REDIRECT_ON_DENIAL_MS } from './constants';
import { toast } from './toast';

/**
 * Handles the end of a session found out by a mutation (spec.md §8, session): says so and goes to /auth.
 * Returns whether the error was one. The page is loaded anew, so that nothing of the old session stays.
 */
export function useSessionExpiry() {
  return useCallback((error: unknown): boolean => {
    if (!isSessionExpired(error)) return false;
    toast({
      title: 'Unauthorized',
      description: 'Session expired. Please log in again.',
      variant: 'destructive',
    });
    window.setTimeout(() => window.location.assign('/auth'), REDIRECT_ON_DENIAL_MS);
    return true;
  }, []);
}
