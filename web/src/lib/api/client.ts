import createClient, { type Middleware } from 'openapi-fetch';
import { toApiError, ApiError } from './api-error';
import { etagCache } from './etag-cache';
import type { paths } from './schema.gen';

const OFFLINE_MESSAGE = 'We could not reach the bank. Check your connection and try again.';

/** The typed client of the whole API; a non-ok answer is thrown as an `ApiError`. */
export const api = createClient<paths>({ baseUrl: window.location.origin, credentials: 'include' });

const errors: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await toApiError(response);
  },
  onError({ error }) {
    return error instanceof ApiError ? error : new ApiError(0, OFFLINE_MESSAGE);
  },
};

// Answers pass the last one first: what did not change is an answer, not an error.
api.use(errors, etagCache);

/** The body of an ok answer. */
export async function unwrap<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  return data as T;
}
