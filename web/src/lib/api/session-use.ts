import type { Middleware } from 'openapi-fetch';
import { takeActivity } from '../activity';
import { setSessionEnd } from '../session-end';

const BACKGROUND_HEADER = 'X-Background-Request';
const SECONDS_LEFT_HEADER = 'X-Session-Seconds-Left';

/**
 * Marks a request as a background request unless the user has done something since the previous request, so polls
 * don't extend the session of someone who has walked away (AUTH-80). Also stores when the session ends, which each
 * response says.
 */
export const sessionUse: Middleware = {
  onRequest({ request }) {
    if (!takeActivity()) request.headers.set(BACKGROUND_HEADER, '1');
  },

  onResponse({ response }) {
    const secondsLeft = response.headers.get(SECONDS_LEFT_HEADER);
    if (secondsLeft !== null) setSessionEnd(Number(secondsLeft));
  },
};
