import type { Middleware } from 'openapi-fetch';

interface CachedResponse {
  readonly etag: string;
  readonly body: string;
}

const MAX_CACHED = 20;

/** The most recent GET responses by URL. Kept only in memory, because the API sends `Cache-Control: no-store`. */
const cache = new Map<string, CachedResponse>();
/** The cached response that a request revalidates. The cache may drop it before the response arrives. */
const revalidating = new WeakMap<Request, CachedResponse>();

/**
 * Revalidates repeated reads with `If-None-Match`, so an unchanged poll costs almost nothing. A 304 response is
 * replaced with a response that has the cached body, so callers see no difference.
 */
export const etagCache: Middleware = {
  onRequest({ request }) {
    const cached = request.method === 'GET' ? cache.get(request.url) : undefined;
    if (cached === undefined) return;
    request.headers.set('If-None-Match', cached.etag);
    // Without this header, browsers add `no-cache` to a request with our own `If-None-Match`, and the API sends the
    // full body.
    request.headers.set('Cache-Control', 'max-age=0');
    revalidating.set(request, cached);
  },

  async onResponse({ request, response }) {
    const cached = revalidating.get(request);
    if (response.status === 304 && cached) {
      return new Response(cached.body, { headers: { 'Content-Type': 'application/json' } });
    }
    const etag = response.headers.get('ETag');
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    if (request.method === 'GET' && response.ok && etag && isJson) {
      store(request.url, { etag, body: await response.clone().text() });
    }
    return undefined;
  },
};

/** Call this when the session changes, so no data from the previous session is shown. */
export function clearEtagCache(): void {
  cache.clear();
}

function store(url: string, response: CachedResponse): void {
  cache.delete(url);
  cache.set(url, response);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}
