import type { Middleware } from 'openapi-fetch';
import { confirmIdentity } from '../step-up';

const FORBIDDEN = 403;

type Refusal = { code?: unknown; factors?: unknown };

/** Copies of requests, because a body can be sent only once. */
const copies = new WeakMap<Request, Request>();

/**
 * If the API first wants the user to confirm that it is them, asks them and repeats the same request, with the same
 * idempotency key (AUTH-56). Must be the last middleware, so that the others see only the answer to the repeated request.
 */
export const confirmRequests: Middleware = {
  onRequest({ request }) {
    copies.set(request, request.clone());
  },

  async onResponse({ request, response }) {
    const copy = copies.get(request);
    if (response.status !== FORBIDDEN || !copy) return undefined;
    const { code, factors } = await refusalOf(response.clone());
    const isSetup = code === 'FACTOR_SETUP_REQUIRED';
    if (!isSetup && code !== 'FACTOR_REQUIRED') return undefined;
    const isConfirmed = await confirmIdentity({ isSetup, factors: textsOf(factors) });
    return isConfirmed ? fetch(copy) : undefined;
  },
};

async function refusalOf(response: Response): Promise<Refusal> {
  try {
    return ((await response.json()) ?? {}) as Refusal;
  } catch {
    return {};
  }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
