import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { discardDrafts } from './draft-store';
import { startSession } from './session';
import { onOtherTab } from './session-channel';

/**
 * Follows the sign-outs and sign-ins of other tabs, because all tabs share one session. After a sign-out, ends the
 * session here immediately; after another user's sign-in, loads `/`. After a change in another tab, refetches all
 * data (UI-12).
 */
export function useSessionElsewhere(userId: string | undefined, client: QueryClient): void {
  useEffect(
    () =>
      onOtherTab((message) => {
        if (message === 'changed') void client.invalidateQueries();
        else if (message.userId === null) {
          discardDrafts();
          startSession(null);
        } else if (userId !== undefined && message.userId !== userId) {
          window.location.replace('/');
        }
      }),
    [client, userId],
  );
}
