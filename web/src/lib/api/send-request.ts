import { ApiError, NO_RESPONSE } from './api-error';

/** A response that isn't complete after this time counts as no response (UI-54). */
export const ANSWER_LIMIT_MS = 20_000;

const TRY_AGAIN = 'Check your connection and try again.';
const UNREAD_MESSAGE = `We couldn't connect. ${TRY_AGAIN}`;
const UNANSWERED_MESSAGE = `We didn't get a response. ${TRY_AGAIN}`;

/** The error for a request that got no response. An `ApiError` is returned unchanged. */
export function toNetworkError(error: unknown, request: Request): Error {
  if (error instanceof ApiError) return error;
  return request.method === 'GET'
    ? new ApiError(0, UNREAD_MESSAGE)
    : new ApiError(0, UNANSWERED_MESSAGE, { code: NO_RESPONSE });
}

/**
 * Sends a request and waits for the whole response, but no longer than the limit. Without a limit, a connection that
 * dies silently would leave a button busy forever. A large response only has to begin in time.
 *
 * @throws ApiError the request fails, is canceled or gets no response in time
 */
export async function send(request: Request, { isLarge = false } = {}): Promise<Response> {
  const limit = new AbortController();
  const abort = () => limit.abort();
  const timer = setTimeout(abort, ANSWER_LIMIT_MS);
  if (request.signal.aborted) abort();
  request.signal.addEventListener('abort', abort);
  try {
    const response = await fetch(request, { signal: limit.signal });
    if (isLarge) return response;
    const body = await response.arrayBuffer();
    // Responses with status 204 or 304 must not have a body.
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    throw toNetworkError(error, request);
  } finally {
    clearTimeout(timer);
  }
}
