import type { Middleware } from 'openapi-fetch';

interface CachedResponse {
  readonly tag: string;
  readonly body: string;
}

const MAX_CACHED = 20;

/** The newest answers of reads, by address. Only in memory: the bank's answers are for no cache (`no-store`). */
const cache = new Map<string, CachedResponse>();
/** What was known when a request was sent, since it may be forgotten before the answer comes. */
const revalidating = new WeakMap<Request, CachedResponse>();

/**
 * Asks for what was read before only if it has changed, so that a poll without news costs next to nothing. Whoever
 * called sees the same answer either way.
 */
export const etagCache: Middleware = {
  onRequest({ request }) {
    const answer = request.method === 'GET' ? cache.get(request.url) : undefined;
    if (answer === undefined) return;
    request.headers.set('If-None-Match', answer.tag);
    // Browsers would ask for the whole answer with `no-cache` beside a tag of ours.
    request.headers.set('Cache-Control', 'max-age=0');
    revalidating.set(request, answer);
  },

  async onResponse({ request, response }) {
    const before = revalidating.get(request);
    if (response.status === 304 && before) {
      return new Response(before.body, { headers: { 'Content-Type': 'application/json' } });
    }
    const tag = response.headers.get('ETag');
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    if (request.method === 'GET' && response.ok && tag && isJson) {
      store(request.url, { tag, body: await response.clone().text() });
    }
    return undefined;
  },
};

/** For another session: nothing of the one before may be shown in it. */
export function clearEtagCache(): void {
  cache.clear();
}

function store(address: string, answer: CachedResponse): void {
  cache.delete(address);
  cache.set(address, answer);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}
