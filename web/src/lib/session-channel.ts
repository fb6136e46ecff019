const CHANNEL = 'moniker.session';

/**
 * What happened in a tab: a user signed in (the message has their id), signed out (null), or changed something. All
 * tabs share one session.
 */
export type SessionMessage = { readonly userId: string | null } | 'changed';

/** Tells the other tabs what happened in this one. */
export function tellOtherTabs(message: SessionMessage): void {
  openChannel()?.postMessage(message);
}

/** Calls the listener with each message from another tab. Returns a function that stops this. */
export function onOtherTab(listener: (message: SessionMessage) => void): () => void {
  const receive = ({ data }: MessageEvent<SessionMessage>) => listener(data);
  openChannel()?.addEventListener('message', receive);
  return () => opened?.removeEventListener('message', receive);
}

let opened: BroadcastChannel | null | undefined;

/**
 * This tab's only channel, because a second one would receive the first one's messages. Null if the browser refuses
 * to open one.
 */
function openChannel(): BroadcastChannel | null {
  try {
    // Firefox refuses channels where it blocks storage.
    opened ??= new BroadcastChannel(CHANNEL);
    return opened;
  } catch {
    return null;
  }
}
