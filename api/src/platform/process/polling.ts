/** A repeated task that never runs twice at once. */
export interface Polling {
  /** Stops polling. Resolves once the current round has finished. */
  stop(): Promise<void>;
}

/**
 * Runs `round` now, and again `everyMs` after each run ends. A failing round does not stop the polling; `onError` is
 * called only for the first in a series of failures.
 */
export function startPolling(
  everyMs: number,
  round: () => Promise<void>,
  onError: (error: unknown) => void,
): Polling {
  let isStopped = false;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    try {
      await round();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) onError(error);
      isFailing = true;
    }
    if (!isStopped) timer = setTimeout(begin, everyMs);
  };
  const begin = (): void => {
    current = run();
  };
  begin();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

/** Returns an error's code or name, without its message, which may contain personal data. */
export function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
