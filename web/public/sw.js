// Shows an offline page when a navigation fails. It caches that page and its styles and nothing else: no API response and
// no personal data (UI-20).
/* global self, caches, Request */

const CACHE = 'moniker-offline-2';
const OFFLINE_PAGE = '/offline.html';
const OFFLINE_STYLES = '/offline.css';
const API_PATHS = /^\/(api|objects)\//;

self.addEventListener('install', (event) => {
  const cacheOfflinePage = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([OFFLINE_PAGE, OFFLINE_STYLES].map((url) => new Request(url, { cache: 'reload' })));
    await self.skipWaiting();
  };
  event.waitUntil(cacheOfflinePage());
});

self.addEventListener('activate', (event) => {
  const deleteOldCaches = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(deleteOldCaches());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const isPage = request.mode === 'navigate' && request.method === 'GET' && !API_PATHS.test(pathname);
  if (isPage) event.respondWith(fetchOr(request, OFFLINE_PAGE));
  else if (pathname === OFFLINE_STYLES) event.respondWith(fetchOr(request, OFFLINE_STYLES));
});

async function fetchOr(request, cachedUrl) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(cachedUrl, { cacheName: CACHE });
    if (cached) return cached;
    throw error;
  }
}
