import { useEffect } from 'react';
import { discardDrafts } from './drafts';
import { forgetReturnPath } from './return-path';

const CHANNEL = 'moniker.sign-out';

/** Discards what is kept for the next sign-in, also in the other tabs. Call it before `/api/logout` is opened. */
export function prepareSignOut(): void {
  forgetReturnPath();
  discardDrafts();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Discards the drafts of this tab when the user signs out in another one. */
export function useSignOutElsewhere(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = discardDrafts;
    return () => channel.close();
  }, []);
}
