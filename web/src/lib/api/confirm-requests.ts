import type { Middleware } from 'openapi-fetch';
import { confirmIdentity } from '../step-up';
import { send } from './send-request';

const FORBIDDEN = 403;

type Refusal = { code?: string; factors?: readonly string[] };

/** Copies of requests that may have to be repeated, because a request's body can be sent only once. */
const copies = new WeakMap<Request, Request>();

/**
 * If the API requires the user to confirm their identity first, asks them to. Then repeats the request with the same
 * idempotency key (AUTH-56). Must be the last middleware, so the others see only the response to the repeated
 * request.
 */
export const confirmRequests: Middleware = {
  onRequest({ request }) {
    copies.set(request, request.clone());
  },

  async onResponse({ request, response }) {
    const copy = copies.get(request);
    if (response.status !== FORBIDDEN || !copy) return;
    const { code, factors = [] } = await readRefusal(response.clone());
    const isSetup = code === 'FACTOR_SETUP_REQUIRED';
    if (!isSetup && code !== 'FACTOR_REQUIRED') return;
    if (await confirmIdentity({ isSetup, factors })) return send(copy);
  },
};

const readRefusal = (response: Response): Promise<Refusal> => response.json().catch(() => ({}));
