import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { discardDrafts } from './drafts';
import { startSession } from './queries/start-session';
import { forgetReturnPath } from './return-path';

const CHANNEL = 'moniker.sign-out';

/** Discards what is kept for the next sign-in, and tells the other tabs. Call it before `/api/logout` is opened. */
export function prepareSignOut(): void {
  forgetReturnPath();
  discardDrafts();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Ends the session in this tab at once when the user signs out in another one, which ends it for both. */
export function useSignOutElsewhere(): void {
  const client = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => {
      discardDrafts();
      startSession(client, null);
    };
    return () => channel.close();
  }, [client]);
}
