import { AppError } from '../../http/app-error.js';

/** For this long after a task has ended, its running time counts against its customer. */
const COUNTED_MS = 10 * 60 * 1000;
const RETRY_AFTER_SECONDS = 5;

export interface FairQueueLimits {
  /** Tasks that run at once, one per customer. */
  readonly running: number;
  /** Maximum number of waiting tasks. */
  readonly waiting: number;
  /** Maximum number of one customer's tasks, waiting or running. */
  readonly perCustomer: number;
  readonly maxWaitMs: number;
}

interface Waiting {
  readonly customer: string;
  readonly start: () => void;
}

interface Used {
  readonly customer: string;
  readonly endedAt: number;
  readonly ms: number;
}

/**
 * Runs a few tasks at once, one per customer. Among the customers with a waiting task, the one who has used the least
 * time in the last ten minutes is next, so one customer's slow documents don't delay anyone else (FILE-23).
 */
export class FairQueue {
  private readonly running = new Set<string>();
  private waiting: Waiting[] = [];
  private used: Used[] = [];

  constructor(
    private readonly limits: FairQueueLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws AppError BUSY the queue is full, or the customer already has enough tasks in it */
  assertRoom(customer: string): void {
    const own = this.waiting.filter((one) => one.customer === customer).length;
    const isFull = this.waiting.length >= this.limits.waiting;
    if (isFull || own + Number(this.running.has(customer)) >= this.limits.perCustomer) throw busyError();
  }

  /**
   * Runs a task when its turn comes.
   *
   * @throws AppError BUSY the task waited too long
   * @throws the reason of `gone`, if `gone` is aborted while the task waits
   */
  async run<Result>(customer: string, gone: AbortSignal, task: () => Promise<Result>): Promise<Result> {
    await this.turnOf(customer, gone);
    const startedAt = this.now();
    try {
      return await task();
    } finally {
      this.running.delete(customer);
      this.used.push({ customer, endedAt: this.now(), ms: this.now() - startedAt });
      this.startNext();
    }
  }

  private turnOf(customer: string, gone: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (reason: Error): void => {
        end();
        this.waiting = this.waiting.filter((one) => one !== entry);
        reject(reason);
      };
      const onGone = (): void => leave(gone.reason as Error);
      const timer = setTimeout(() => leave(busyError()), this.limits.maxWaitMs);
      timer.unref();
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener('abort', onGone);
      };
      const start = (): void => {
        end();
        resolve();
      };
      const entry: Waiting = { customer, start };
      gone.addEventListener('abort', onGone);
      this.waiting.push(entry);
      if (gone.aborted) onGone();
      else this.startNext();
    });
  }

  private startNext(): void {
    while (this.running.size < this.limits.running) {
      const next = this.next();
      if (next === undefined) return;
      this.waiting = this.waiting.filter((one) => one !== next);
      this.running.add(next.customer);
      next.start();
    }
  }

  /** The waiting task of the customer who has used the least time; in case of a tie, the one that came first. */
  private next(): Waiting | undefined {
    const since = this.now() - COUNTED_MS;
    this.used = this.used.filter(({ endedAt }) => endedAt > since);
    const usedBy = (customer: string): number =>
      this.used.reduce((sum, one) => sum + (one.customer === customer ? one.ms : 0), 0);
    const ready = this.waiting.filter(({ customer }) => !this.running.has(customer));
    const times = new Map(ready.map(({ customer }) => [customer, usedBy(customer)]));
    return ready.toSorted((a, b) => (times.get(a.customer) ?? 0) - (times.get(b.customer) ?? 0))[0];
  }
}

export function busyError(): AppError {
  return new AppError('BUSY', "We're checking many documents right now. Please try again in a moment", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
