import { describe, expect, it } from '@jest/globals';
import { ApiError, toApiError, flagsOf, isSessionExpired, messageOf } from './api-error';

const FALLBACK = 'Failed to send OTP';
const answer = (body: string, status = 422, statusText = 'Unprocessable Entity') =>
  toApiError(new Response(body, { status, statusText }));

describe('a non-ok answer', () => {
  it('has the message of its JSON body, and every other field [ERR-4]', async () => {
    const error = await answer('{"message":"No more today","withdrawalLimitExceeded":true,"left":3}');
    expect(error).toMatchObject({ status: 422, message: 'No more today', left: 3 });
    expect(flagsOf(error)).toEqual({ withdrawalLimitExceeded: true, left: 3 });
    expect(messageOf(error, FALLBACK)).toBe('No more today');
  });

  it.each(['{}', '{"message":""}', '{"message":7}'])(
    'has the status text where %s says none [ERR-4]',
    async (body) => {
      const error = await answer(body);
      expect(error.message).toBe('Unprocessable Entity');
      expect(messageOf(error, FALLBACK)).toBe(FALLBACK);
    },
  );

  it('keeps its own status, whatever the body says', async () => {
    const error = await answer('{"message":"x","status":200,"isExplained":false}');
    expect(error).toMatchObject({ status: 422, isExplained: true });
  });

  it('has the raw text where that is no JSON, and the code with the status text where there is none [ERR-4]', async () => {
    const raw = await answer('Bad Gateway at the edge', 502, 'Bad Gateway');
    expect(messageOf(raw, FALLBACK)).toBe('Bad Gateway at the edge');
    const empty = await answer('', 502, 'Bad Gateway');
    expect(empty.message).toBe('502 Bad Gateway');
    expect(messageOf(empty, FALLBACK)).toBe(FALLBACK);
  });

  it.each([
    ['the status 401', new ApiError(401, 'Unauthorized'), true],
    ['a message that starts with 401', new Error('401: Unauthorized'), true],
    ['another status', new ApiError(403, 'Unauthorized'), false],
    ['the word alone', new Error('Unauthorized'), false],
  ])('ends the session by %s or not [UI-14]', (_what, error, isOver) => {
    expect(isSessionExpired(error)).toBe(isOver);
  });
});
