// Shows an offline page when a navigation fails. Also serves the app's chunks, so a screen that was not loaded before
// can be opened offline (UI-25). It caches these files and nothing else: no API response and no personal data (UI-20).
/* global self, caches, Request */

// The build replaces this with the addresses of all scripts and styles. Their names contain a hash of their content.
const CHUNKS = self.__CHUNKS__;
const OFFLINE_CACHE = 'moniker-offline-2';
const CHUNK_CACHE = 'moniker-chunks';
const OFFLINE_PAGE = '/offline.html';
const OFFLINE_STYLES = '/offline.css';
const API_PATHS = /^\/(api|objects)\//;

self.addEventListener('install', (event) => {
  const cacheOfflinePage = async () => {
    const cache = await caches.open(OFFLINE_CACHE);
    await cache.addAll([OFFLINE_PAGE, OFFLINE_STYLES].map((url) => new Request(url, { cache: 'reload' })));
    await self.skipWaiting();
  };
  event.waitUntil(cacheOfflinePage());
});

self.addEventListener('activate', (event) => {
  const deleteOldCaches = async () => {
    const names = await caches.keys();
    const isOld = (name) => name !== OFFLINE_CACHE && name !== CHUNK_CACHE;
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(deleteOldCaches());
});

// Only signed-in screens send this message, so visitors don't download every chunk.
self.addEventListener('message', (event) => {
  if (event.data === 'cache chunks') event.waitUntil(cacheChunks());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  const isPage = request.mode === 'navigate' && !API_PATHS.test(pathname);
  if (isPage) event.respondWith(fetchOr(request, OFFLINE_PAGE));
  else if (pathname === OFFLINE_STYLES) event.respondWith(fetchOr(request, OFFLINE_STYLES));
  else if (CHUNKS.includes(pathname)) event.respondWith(cachedOrFetch(request));
});

/**
 * Caches the missing chunks one by one, so those already cached survive an interruption. Then deletes the chunks of
 * earlier versions.
 */
async function cacheChunks() {
  const cache = await caches.open(CHUNK_CACHE);
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  for (const path of CHUNKS) if (!cached.includes(path)) await cache.add(path);
  await Promise.all(cached.filter((path) => !CHUNKS.includes(path)).map((path) => cache.delete(path)));
}

async function cachedOrFetch(request) {
  // Matches by address alone, because scripts vary by headers that `cacheChunks` does not send.
  const cached = await caches.match(request.url, { cacheName: CHUNK_CACHE, ignoreVary: true });
  return cached ?? fetch(request);
}

async function fetchOr(request, cachedUrl) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(cachedUrl, { cacheName: OFFLINE_CACHE });
    if (cached) return cached;
    throw error;
  }
}
