import { useEffect } from 'react';
import { discardDrafts } from './draft-store';
import { startSession } from './session';
import { onOtherTab } from './session-channel';

/**
 * Follows the sign-outs and sign-ins of other tabs, because all tabs share one session. After a sign-out, ends the
 * session here at once; if another user has signed in, reloads the bank.
 */
export function useSessionElsewhere(userId: string | undefined): void {
  useEffect(
    () =>
      onOtherTab((message) => {
        if (message.userId === null) {
          discardDrafts();
          startSession(null);
        } else if (userId !== undefined && message.userId !== userId) {
          window.location.replace('/');
        }
      }),
    [userId],
  );
}
