import createClient, { type Middleware } from 'openapi-fetch';
import { isReachable } from '../connection';
import { OFFLINE, toApiError, ApiError } from './api-error';
import { etagCache } from './etag-cache';
import type { paths } from './schema.gen';
import { toNetworkError, send } from './send-request';
import { sessionUse } from './session-use';

const OFFLINE_MESSAGE = "You're offline. Nothing was sent.";

/** The typed client for the API. Throws an `ApiError` for a non-2xx response, a 202 or a network failure. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  credentials: 'include',
  fetch: send,
});

const isRead = (request: Request): boolean => request.method === 'GET';

/** Refuses a change while offline. Nothing is queued, so nothing is sent later without notice (UI-24). */
const refuseOffline: Middleware = {
  async onRequest({ request }) {
    if (!isRead(request) && !(await isReachable())) throw new ApiError(0, OFFLINE_MESSAGE, { code: OFFLINE });
  },
};

const throwErrors: Middleware = {
  async onResponse({ response }) {
    // A 202 means that the request has not taken effect: another admin must approve it first.
    if (!response.ok || response.status === 202) throw await toApiError(response);
  },
  onError: ({ error, request }) => toNetworkError(error, request),
};

// Responses pass through the middlewares in reverse order: `sessionUse` reads the headers, then `etagCache` resolves a
// 304, and only then does `throwErrors` see the response.
api.use(refuseOffline, throwErrors, etagCache, sessionUse);

/** The body of a 202, which `throwErrors` throws. */
type Proposed = { statusCode: 202 };

/** The body of a successful response. */
export async function unwrap<T>(call: Promise<{ data?: T }>): Promise<Exclude<T, Proposed>> {
  const { data } = await call;
  return data as Exclude<T, Proposed>;
}
