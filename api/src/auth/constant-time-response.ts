import { setTimeout as pause } from 'node:timers/promises';

/** The grid that answers fall on; far more than the work behind them takes. */
const STEP_MS = 250;

/**
 * Answers, well or badly, only on a grid of time since the call, so that how long it took does not tell whether
 * an address is known.
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
