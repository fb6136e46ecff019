/** Registers the service worker in production builds, after the page has loaded. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // A failure is ignored: only offline screens depend on the service worker.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}

/** Caches the chunks of all screens, once the service worker is ready (UI-25). Call this on signed-in screens. */
export function precacheChunks(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready
    .then(({ active }) => active?.postMessage('cache chunks'))
    .catch(() => undefined);
}
