/** The categories in which `npm test -- --times` reports the time of a test file. */
export type Cause =
  | 'API'
  | 'worker'
  | 'database'
  | 'mail server'
  | 'browser'
  | 'command line'
  | 'polling'
  | 'other process';

/** Collects the durations of one test file (`timed-environment.mjs`). */
interface Collector {
  monikerTimes?: { add(cause: Cause, ms: number): void };
}

/** Runs a step and records its duration, even if it fails. */
export async function measure<T>(cause: Cause, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    (globalThis as Collector).monikerTimes?.add(cause, performance.now() - started);
  }
}
