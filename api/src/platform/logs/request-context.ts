import { AsyncLocalStorage } from 'node:async_hooks';

const context = new AsyncLocalStorage<string>();

/**
 * Runs `work`, and everything it starts, under a request id that its log lines and emails carry. Jobs run under the
 * id of the request that caused them (OPS-5).
 */
export function runWithRequestId<Result>(requestId: string, work: () => Result): Result {
  return context.run(requestId, work);
}

/** Returns the id of the current request, or null outside a request. */
export function currentRequestId(): string | null {
  return context.getStore() ?? null;
}
