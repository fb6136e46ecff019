import { useEffect } from 'react';
import { discardDrafts } from './draft-store';
import { forgetReturnPath } from './return-path';
import { startSession } from './session';

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
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => {
      discardDrafts();
      startSession(null);
    };
    return () => channel.close();
  }, []);
}
