import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@/lib/api/api-error';
import { whileBusy } from './while-busy';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

const busy = (retryAfterSeconds?: number, status = 503) =>
  new ApiError(status, 'Busy', { ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });

/**
 * Runs an upload that fails with each of these errors in turn and then succeeds. Returns the outcome, the countdown's
 * seconds and the number of errors that were not thrown.
 */
async function run(errors: readonly Error[], { abortAfterMs = Infinity } = {}) {
  const left = [...errors];
  const shown: number[] = [];
  const abort = new AbortController();
  const outcome = whileBusy(
    () => {
      const error = left.shift();
      return error ? Promise.reject(error) : Promise.resolve('stored');
    },
    { onBusy: (seconds) => shown.push(seconds), signal: abort.signal },
  ).catch((error: unknown) => error);
  if (abortAfterMs < Infinity) setTimeout(() => abort.abort(new Error('canceled')), abortAfterMs);
  await jest.advanceTimersByTimeAsync(300_000);
  return { outcome: await outcome, shown, unsent: left.length };
}

describe('whileBusy', () => {
  it('waits for as many seconds as the bank asks for, counts them down, and sends again [FILE-32]', async () => {
    expect(await run([busy(3), busy(1)])).toEqual({ outcome: 'stored', shown: [3, 2, 1, 1], unsent: 0 });
  });

  it("gives up after two minutes with the bank's last error [FILE-32]", async () => {
    const last = busy(50);
    const { outcome, unsent } = await run([busy(50), busy(50), last, busy(50)]);
    expect(outcome).toBe(last);
    expect(unsent).toBe(1);
  });

  it.each([
    ['503 without a time to wait', busy(undefined)],
    ['429', busy(1, 429)],
    ['a lost connection', new Error('lost')],
  ])('does not retry after %s', async (_, error) => {
    expect(await run([error])).toEqual({ outcome: error, shown: [], unsent: 0 });
  });

  it('stops immediately when the upload is canceled', async () => {
    const { outcome, shown } = await run([busy(60), busy(60)], { abortAfterMs: 1500 });
    expect(outcome).toEqual(new Error('canceled'));
    expect(shown).toEqual([60, 59]);
  });
});
