import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isUnanswered } from './api-error';
import { ANSWER_LIMIT_MS, send } from './send-request';

const URL = 'https://bank.example/api/transfer/request';

/** How the fake bank answers a request. The signal aborts when the request does. */
let answer: (request: Request, signal: AbortSignal) => Promise<Response>;

const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  );

beforeEach(() => {
  jest.useFakeTimers();
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((request, init) => answer(request as Request, init?.signal as AbortSignal));
});

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** The response to a request, or the error it failed with. */
const outcome = (request: Request, options = {}): Promise<unknown> =>
  send(request, options).then(
    (response) => response,
    (error: unknown) => error,
  );

describe('a request', () => {
  it.each([
    ['POST', "We didn't get a response. Check your connection and try again.", true],
    ['GET', "We couldn't connect. Check your connection and try again.", false],
  ])('sent with %s fails after 20 seconds without an answer [UI-54]', async (method, message, isUnknown) => {
    answer = (_, signal) => until(signal);
    const failed = outcome(new Request(URL, { method }));
    let isOver = false;
    void failed.then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(ANSWER_LIMIT_MS - 1);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    const error = await failed;
    expect([error instanceof Error && error.message, isUnanswered(error)]).toEqual([message, isUnknown]);
    expect(ANSWER_LIMIT_MS).toBe(20_000);
  });

  it('fails if its response stops halfway, unless a large response is expected [UI-54]', async () => {
    answer = (_, signal) =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) => {
              controller.enqueue(new TextEncoder().encode('{"id":'));
              signal.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
            },
          }),
        ),
      );
    const failed = outcome(new Request(URL, { method: 'POST' }));
    await jest.advanceTimersByTimeAsync(ANSWER_LIMIT_MS);
    expect(isUnanswered(await failed)).toBe(true);

    const begun = await outcome(new Request(URL), { isLarge: true });
    expect(begun).toBeInstanceOf(Response);
  });

  it('returns the whole response and clears its time limit [UI-54]', async () => {
    answer = () =>
      Promise.resolve(Response.json({ id: 'transfer' }, { status: 201, headers: { ETag: '"1"' } }));
    const response = await send(new Request(URL, { method: 'POST' }));
    expect([response.status, response.headers.get('ETag'), await response.json()]).toEqual([
      201,
      '"1"',
      { id: 'transfer' },
    ]);
    answer = () => Promise.resolve(new Response(null, { status: 304 }));
    expect((await send(new Request(URL))).status).toBe(304);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is canceled by its signal', async () => {
    answer = (_, signal) => until(signal);
    const controller = new AbortController();
    const cancelled = outcome(new Request(URL, { method: 'POST', signal: controller.signal }));
    controller.abort();
    expect(isUnanswered(await cancelled)).toBe(true);
  });
});
