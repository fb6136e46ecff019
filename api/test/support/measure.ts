/** What the time of a test file goes into, as `npm test -- --times` reports it. */
export type Cause =
  'API' | 'worker' | 'database' | 'mail server' | 'browser' | 'command line' | 'polling' | 'other process';

/** Where `timed-environment.mjs` collects the durations of one test file. */
interface Collector {
  monikerTimes?: { add(cause: Cause, ms: number): void };
}

/** Runs a step and counts its duration, a failed one too. */
export async function measure<T>(cause: Cause, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    (globalThis as Collector).monikerTimes?.add(cause, performance.now() - started);
  }
}
