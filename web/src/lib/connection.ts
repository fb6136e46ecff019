import { useSyncExternalStore } from 'react';

/** Any response proves that the bank can be reached. Neither the service worker nor a cache answers this address. */
const PROBE_URL = '/healthz';
const PROBE_TIMEOUT_MS = 2_000;

let offline = false;
const listeners = new Set<() => void>();

window.addEventListener('online', () => publish(false));
window.addEventListener('offline', () => void update());
void update();

/**
 * Whether a request can be sent. A browser also calls itself offline on a machine without a network, where a bank on the
 * same machine still answers, so this asks the bank before it agrees. A failed request takes no time while offline.
 */
export async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  try {
    await fetch(PROBE_URL, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}

export function isOffline(): boolean {
  return offline;
}

/** Calls the listener after each change of `isOffline`. Returns a function that ends this. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the browser is offline. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribeToConnection, isOffline);
}

async function update(): Promise<void> {
  const isConnected = await isReachable();
  // The connection may have returned meanwhile.
  publish(!isConnected && !navigator.onLine);
}

function publish(next: boolean): void {
  if (offline === next) return;
  offline = next;
  for (const listener of listeners) listener();
}
