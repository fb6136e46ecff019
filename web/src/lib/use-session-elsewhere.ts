import { useEffect } from 'react';
import { discardDrafts } from './draft-store';
import { startSession } from './session';
import { onOtherTab } from './session-channel';

/**
 * Follows the sign-outs and sign-ins of other tabs, because all share one session: ends it here at once after a sign-out,
 * and opens the bank anew if someone other than this user has signed in.
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
