import { describe, expect, it } from '@jest/globals';
import { ApiError, toApiError, errorFlags, isSessionExpired, errorMessage } from './api-error';

const FALLBACK = 'Failed to send OTP';
const errorOf = (body: string, status = 422, statusText = 'Unprocessable Entity') =>
  toApiError(new Response(body, { status, statusText }));

describe('an error response', () => {
  it('takes the message and every other field from a JSON body [ERR-4]', async () => {
    const error = await errorOf('{"message":"No more today","withdrawalLimitExceeded":true,"left":3}');
    expect(error).toMatchObject({ status: 422, message: 'No more today', left: 3 });
    expect(errorFlags(error)).toEqual({ withdrawalLimitExceeded: true, left: 3 });
    expect(errorMessage(error, FALLBACK)).toBe('No more today');
  });

  it.each(['{}', '{"message":""}', '{"message":7}'])(
    'falls back to the status text for the body %s [ERR-4]',
    async (body) => {
      const error = await errorOf(body);
      expect(error.message).toBe('Unprocessable Entity');
      expect(errorMessage(error, FALLBACK)).toBe(FALLBACK);
    },
  );

  it('ignores `status` and `isExplained` in the body', async () => {
    const error = await errorOf('{"message":"x","status":200,"isExplained":false}');
    expect(error).toMatchObject({ status: 422, isExplained: true });
  });

  it('takes a body that is not JSON as the message, or uses the status code and text if the body is empty [ERR-4]', async () => {
    const raw = await errorOf('Bad Gateway at the edge', 502, 'Bad Gateway');
    expect(errorMessage(raw, FALLBACK)).toBe('Bad Gateway at the edge');
    const empty = await errorOf('', 502, 'Bad Gateway');
    expect(empty.message).toBe('502 Bad Gateway');
    expect(errorMessage(empty, FALLBACK)).toBe(FALLBACK);
  });

  it.each(['<!doctype html><p>nginx</p>', '<html><h1>502 Bad Gateway</h1></html>', '  <HTML>'])(
    'treats the error page %s as empty [ERR-4]',
    async (body) => {
      const error = await errorOf(body, 502, 'Bad Gateway');
      expect(error.message).toBe('502 Bad Gateway');
      expect(errorMessage(error, FALLBACK)).toBe(FALLBACK);
    },
  );

  it('shows only the status code if there is no status text, as with HTTP/2', async () => {
    expect((await errorOf('', 502, '')).message).toBe('502');
  });

  it.each([
    ['the status 401', new ApiError(401, 'Unauthorized'), true],
    ['a message that starts with 401', new Error('401: Unauthorized'), true],
    ['another status', new ApiError(403, 'Unauthorized'), false],
    ['the word alone', new Error('Unauthorized'), false],
  ])('counts as an ended session only if it has a 401 (case: %s) [UI-14]', (_case, error, hasEnded) => {
    expect(isSessionExpired(error)).toBe(hasEnded);
  });
});
