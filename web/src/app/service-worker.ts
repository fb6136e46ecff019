/** Installs the service worker of the built app, once the first screen has had the network for itself. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // Without one everything works, but for the page that says so when the network fails.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  });
}
