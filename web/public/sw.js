// Shows an offline page when a navigation fails. It caches that page and nothing else: no API response and no personal
// data (UI-20).
/* global self, caches */

const CACHE = 'moniker-offline-1';
const OFFLINE_PAGE = '/offline.html';
const API_PATHS = /^\/(api|objects)\//;

self.addEventListener('install', (event) => {
  const cacheOfflinePage = async () => {
    const cache = await caches.open(CACHE);
    const page = await fetch(OFFLINE_PAGE, { cache: 'reload' });
    if (!page.ok) throw new Error(`${OFFLINE_PAGE} responded with status ${page.status}`);
    await cache.put(OFFLINE_PAGE, page);
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
  if (request.mode !== 'navigate' || request.method !== 'GET') return;
  if (API_PATHS.test(new URL(request.url).pathname)) return;
  const respond = async () => {
    try {
      return await fetch(request);
    } catch (error) {
      const page = await caches.match(OFFLINE_PAGE, { cacheName: CACHE });
      if (page) return page;
      throw error;
    }
  };
  event.respondWith(respond());
});
