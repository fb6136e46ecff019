import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@/lib/api/api-error';
import { putFile } from './put-file';

/** The browser's request; the tests trigger its events. */
class FakeRequest {
  static last: FakeRequest;
  readonly upload: { onprogress?: (event: { loaded: number }) => void; onload?: () => void } = {};
  readonly open = jest.fn();
  readonly setRequestHeader = jest.fn();
  readonly send = jest.fn();
  readonly headers: Record<string, string> = {};
  status = 0;
  statusText = '';
  responseText = '';
  onload = (): void => undefined;
  onabort = (): void => undefined;
  onloadend = (): void => undefined;

  constructor() {
    FakeRequest.last = this;
  }

  getResponseHeader(name: string): string | null {
    return this.headers[name] ?? null;
  }

  abort(): void {
    this.onabort();
    this.onloadend();
  }

  answer(status: number, text: string): void {
    Object.assign(this, { status, responseText: text });
    this.onload();
    this.onloadend();
  }
}

const known = globalThis.XMLHttpRequest;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
});

afterEach(() => {
  jest.useRealTimers();
  Object.assign(globalThis, { XMLHttpRequest: known });
});

/** Starts an upload. Returns its request, the reported progress and, once it has failed, its error. */
function start() {
  const sent: number[] = [];
  const result: { error?: unknown } = {};
  const options = {
    onProgress: (bytes: number) => sent.push(bytes),
    signal: new AbortController().signal,
  };
  putFile({ size: 100 } as File, '/objects/uploads/1', options).catch((error: unknown) => {
    result.error = error;
  });
  return { request: FakeRequest.last, sent, result };
}

describe('putFile', () => {
  it('gives up after 20 seconds without progress, or 60 seconds after the last byte [UI-54]', async () => {
    const { request, sent, result } = start();
    await jest.advanceTimersByTimeAsync(19_999);
    request.upload.onprogress?.({ loaded: 50 });
    await jest.advanceTimersByTimeAsync(19_999);
    request.upload.onload?.();
    await jest.advanceTimersByTimeAsync(59_999);
    expect(result.error).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(result.error).toEqual(
      new Error("Upload failed: we didn't get a response. Check your connection and try again."),
    );
    expect(sent).toEqual([50]);

    const stalled = start();
    await jest.advanceTimersByTimeAsync(20_000);
    expect(stalled.result.error).toBeInstanceOf(Error);
  });

  it("rejects with the bank's message and the seconds until a retry [FILE-12, FILE-32]", async () => {
    const { request, result } = start();
    request.headers['Retry-After'] = '7';
    request.answer(503, JSON.stringify({ message: 'Busy' }));
    await jest.advanceTimersByTimeAsync(0);
    expect(result.error).toBeInstanceOf(ApiError);
    expect(result.error).toMatchObject({
      message: 'Upload failed: 503 Busy',
      flags: { retryAfterSeconds: 7 },
    });
  });
});
