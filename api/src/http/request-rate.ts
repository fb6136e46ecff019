import type { RequestRate } from '../platform/config/request-limits.js';

/**
 * Limits requests per client with the generic cell rate algorithm. It keeps one timestamp per client: the time by which
 * the client's requests so far would have arrived if they had come at the allowed rate. Memory is bounded by the number
 * of clients in the last two periods.
 */
export class RequestRateLimiter {
  private readonly intervalMs: number;
  /** A client without requests for this long has its full burst available again, so it can be forgotten. */
  private readonly periodMs: number;
  private current = new Map<string, number>();
  private previous = new Map<string, number>();
  private periodEnd = 0;

  constructor(
    { perSecond, burst }: RequestRate,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.intervalMs = 1000 / perSecond;
    this.periodMs = this.intervalMs * burst;
  }

  /** Admits a request and returns 0, or returns the milliseconds until a request would be admitted. */
  take(client: string): number {
    const now = this.now();
    this.forgetIdleClients(now);
    const due = Math.max(this.current.get(client) ?? this.previous.get(client) ?? 0, now) + this.intervalMs;
    const waitMs = due - now - this.periodMs;
    // Rounding errors from many additions must not cause the last request of a burst to be refused.
    if (waitMs > this.intervalMs / 1000) return waitMs;
    this.current.set(client, due);
    return 0;
  }

  private forgetIdleClients(now: number): void {
    if (now < this.periodEnd) return;
    this.previous = this.current;
    this.current = new Map();
    this.periodEnd = now + this.periodMs;
  }
}
