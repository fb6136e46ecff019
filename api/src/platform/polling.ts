/** What is done again and again, never twice at once. */
export interface Polling {
  /** Resolves when the round in hand is finished; there is no other after it. */
  stop(): Promise<void>;
}

/**
 * Runs `round` now and `everyMs` after each end of it. Trouble ends a round, not the polling; it is told once, until
 * a round goes well again.
 */
export function startPolling(
  everyMs: number,
  round: () => Promise<void>,
  onError: (error: unknown) => void,
): Polling {
  let isStopped = false;
  let isInTrouble = false;
  let timer: NodeJS.Timeout | undefined;
  let inHand: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    try {
      await round();
      isInTrouble = false;
    } catch (error) {
      if (!isInTrouble && !isStopped) onError(error);
      isInTrouble = true;
    }
    if (!isStopped) timer = setTimeout(begin, everyMs);
  };
  const begin = (): void => {
    inHand = run();
  };
  begin();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await inHand;
    },
  };
}

/** Says what went wrong without saying whose data it was about. */
export function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
