import { setTimeout as pause } from 'node:timers/promises';

/** Responses are delayed to a multiple of this time, which is far longer than the work takes. */
const STEP_MS = 250;

/**
 * Delays the result or failure of `work` to the next multiple of `STEP_MS` after the call, so the response time
 * does not reveal whether an address is known (AUTH-10).
 */
export async function constantTimeResponse<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const spent = performance.now() - start;
    await pause(Math.ceil(spent / STEP_MS) * STEP_MS - spent);
  }
}
