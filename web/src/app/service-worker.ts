/** Registers the service worker in production builds, after the first screen has loaded. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // A failure is ignored: only the offline page depends on the service worker.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}
