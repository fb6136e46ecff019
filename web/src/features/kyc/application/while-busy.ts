import { ApiError } from '@/lib/api/api-error';

/** How long to retry while the bank is busy. After that, the bank's last error is thrown. */
const MAX_WAIT_SECONDS = 120;
const UNAVAILABLE = 503;

type Waiting = {
  /** Called every second, with the seconds until the next attempt. */
  onBusy: (seconds: number) => void;
  signal: AbortSignal;
};

/** Retries for up to two minutes, as long as the bank answers that it is busy and names a waiting time (FILE-32). */
export async function whileBusy<T>(send: () => Promise<T>, { onBusy, signal }: Waiting): Promise<T> {
  for (let waited = 0; ;) {
    try {
      return await send();
    } catch (error) {
      const seconds = busySeconds(error);
      if (seconds === undefined || waited + seconds > MAX_WAIT_SECONDS) throw error;
      waited += seconds;
      for (let left = seconds; left > 0; left -= 1) {
        onBusy(left);
        await oneSecond(signal);
      }
    }
  }
}

function busySeconds(error: unknown): number | undefined {
  return error instanceof ApiError && error.status === UNAVAILABLE
    ? error.flags.retryAfterSeconds
    : undefined;
}

function oneSecond(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, 1000);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
