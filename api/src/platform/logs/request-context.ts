import { AsyncLocalStorage } from 'node:async_hooks';

const context = new AsyncLocalStorage<string>();

/**
 * Runs `work`, and all that it begins, on behalf of a request: its log lines and its mails carry the id. What a job
 * does because of an earlier request runs under that request's id, so that one id finds everything.
 */
export function runWithRequestId<Result>(requestId: string, work: () => Result): Result {
  return context.run(requestId, work);
}

/** The request on whose behalf this code runs; null where there is none. */
export function currentRequestId(): string | null {
  return context.getStore() ?? null;
}
