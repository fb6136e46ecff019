// @ts-check
import http from 'node:http';
import { codeOf } from '../local/problem.mjs';

/** @typedef {import('./judge.mjs').Answer} Answer */
/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: string }} Request */
/** @typedef {{ url: string, agent: http.Agent, open: number, avoidedUntil: number, broken: number }} Api */

/** If no response arrives within this time, the caller tries another API. */
const REQUEST_MS = 2_000;
const BROKEN = ['ECONNRESET', 'EPIPE'];
/** A failed API gets no requests for this long if another one is available. */
const AVOID_MS = 500;
/** An API that closes its connections is stopping, so it gets no requests for this long. */
const LEAVING_MS = 4_000;

/**
 * A load balancer for several APIs. Sends each request to the API with the fewest open requests, so a hung API delays
 * only its share of the callers. Keeps connections open.
 */
export class ApiPool {
  /** @type {Api[]} */
  #apis;
  #turn = 0;

  constructor(/** @type {readonly string[]} */ urls) {
    this.#apis = urls.map((url) => ({
      ...{ url, open: 0, avoidedUntil: 0, broken: 0 },
      agent: new http.Agent({ keepAlive: true }),
    }));
  }

  /** Number of requests to an API whose connection broke before the response arrived. */
  brokenConnectionsOf(/** @type {number} */ api) {
    return this.#apis[api]?.broken ?? 0;
  }

  /** Returns null if no response arrives. @returns {Promise<Answer | null>} */
  async send(/** @type {Request} */ request) {
    const api = this.#next();
    api.open += 1;
    try {
      return await exchange(api, request);
    } catch (error) {
      if (BROKEN.includes(codeOf(error) ?? '')) api.broken += 1;
      api.avoidedUntil = Date.now() + AVOID_MS;
      return null;
    } finally {
      api.open -= 1;
    }
  }

  close() {
    for (const { agent } of this.#apis) agent.destroy();
  }

  /** Starts the search at a different API each time, so APIs that are equally busy take turns. @returns {Api} */
  #next() {
    this.#turn += 1;
    const now = Date.now();
    const rank = (/** @type {Api} */ api) => (api.avoidedUntil > now ? Infinity : api.open);
    const inTurn = this.#apis.map((_, index) => this.#apis[(index + this.#turn) % this.#apis.length]);
    const [first, ...others] = /** @type {[Api, ...Api[]]} */ (inTurn);
    return others.reduce((best, api) => (rank(api) < rank(best) ? api : best), first);
  }
}

/** @returns {Promise<Answer>} */
function exchange(/** @type {Api} */ api, /** @type {Request} */ { method, path, headers, body }) {
  const { url, agent } = api;
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const sent = http.request(
      url + path,
      {
        ...{ agent, method },
        headers: { 'content-type': 'application/json', 'content-length': length, origin: url, ...headers },
      },
      (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        if (response.headers.connection === 'close') api.avoidedUntil = Date.now() + LEAVING_MS;
        response.on('error', reject);
        response.on('end', () => {
          try {
            const text = Buffer.concat(chunks).toString();
            const { statusCode: status = 0, headers: answered } = response;
            const retryAfter = answered['retry-after'] ?? null;
            resolve({ status, retryAfter, body: JSON.parse(text) });
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    sent.setTimeout(REQUEST_MS, () => sent.destroy(new Error('no response in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}
