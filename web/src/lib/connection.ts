import { createStore } from './store';

/** Any response proves that the bank can be reached. Neither the service worker nor a cache answers this address. */
const PROBE_URL = '/healthz';
const PROBE_TIMEOUT_MS = 2_000;

const store = createStore(false);

/** Whether the browser is offline, now and after each change. */
export const { get: isOffline, subscribe: subscribeToConnection, use: useIsOffline } = store;

/** Keeps `isOffline` current. */
export function followConnection(): void {
  window.addEventListener('online', () => publish(false));
  window.addEventListener('offline', () => void update());
  void update();
}

/**
 * Whether a request can be sent. A browser also reports that it is offline on a machine without a network, where a bank
 * on the same machine still answers. So this asks the bank before it agrees. A failed request takes no time while
 * offline.
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
  // The connection may have returned meanwhile.
  publish(!isConnected && !navigator.onLine);
}

function publish(next: boolean): void {
  if (store.get() !== next) store.set(next);
}
