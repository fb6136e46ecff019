const CHANNEL = 'moniker.session';

/**
 * The id of the user who has signed in, or null after a sign-out; or that the user changed something. All tabs share one
 * session.
 */
export type SessionMessage = { readonly userId: string | null } | 'changed';

/** Tells the other tabs what happened in this one. */
export function tellOtherTabs(message: SessionMessage): void {
  const channel = openChannel();
  channel?.postMessage(message);
  channel?.close();
}

/** Calls the listener with each message from another tab. Returns a function that stops listening. */
export function onOtherTab(listener: (message: SessionMessage) => void): () => void {
  const channel = openChannel();
  if (channel) channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => listener(data);
  return () => channel?.close();
}

/** Null where the browser blocks storage: Firefox then refuses channels too. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}
