import { createStore } from './store';

/** Any response proves that the bank can be reached. Neither the service worker nor a cache answers this address. */
const PROBE_URL = '/healthz';
const PROBE_TIMEOUT_MS = 2_000;

const store = createStore(false);

/** Whether the browser is offline: the current state, a subscription to its changes, and a hook. */
export const { get: isOffline, subscribe: subscribeToConnection, use: useIsOffline } = store;

/** Keeps `isOffline` current. */
export function followConnection(): void {
  window.addEventListener('online', () => publish(false));
  window.addEventListener('offline', () => void update());
  void update();
}

/**
 * Whether a request can be sent. If the browser reports that it is offline, this asks the bank, because a bank on the
 * same machine answers even without a network. For a bank on another machine, the request fails immediately.
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

async function update(): Promise<void> {
  const isConnected = await isReachable();
  // Checks again, because the connection may have returned in the meantime.
  publish(!isConnected && !navigator.onLine);
}

function publish(next: boolean): void {
  if (store.get() !== next) store.set(next);
}
