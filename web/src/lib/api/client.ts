import createClient, { type Middleware } from 'openapi-fetch';
import { toApiError, ApiError } from './api-error';
import { etagCache } from './etag-cache';
import type { paths } from './schema.gen';

const OFFLINE_MESSAGE = 'We could not reach the bank. Check your connection and try again.';

/** The typed client of the API. Throws an `ApiError` for a non-2xx response or a network failure. */
export const api = createClient<paths>({ baseUrl: window.location.origin, credentials: 'include' });

const throwErrors: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await toApiError(response);
  },
  onError({ error }) {
    return error instanceof ApiError ? error : new ApiError(0, OFFLINE_MESSAGE);
  },
};

// Responses pass the middlewares in reverse order, so that a 304 is resolved before `throwErrors` sees it.
api.use(throwErrors, etagCache);

/** The body of a successful response. */
export async function unwrap<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  return data as T;
}
