import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../http/app-error.js';

/** Seconds: from a look-up in memory to what nobody waits for. */
export const DURATION_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** One answered request: the template of its route, never its address. */
export interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/**
 * What this process tells Prometheus. Labels have few values that are known beforehand (a route's template, an error's
 * code): no id, no address, nothing of anybody.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'moniker_http_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'moniker_refusals_total',
    help: 'Requests that were not carried out, by the code of the answer',
    labelNames: ['code'],
    registers: [this.registry],
  });

  /** Begins to watch the process itself; a program that serves no metrics has no use for it. */
  collectProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  countRequest(request: RequestLabels, seconds: number): void {
    this.requests.observe({ ...request }, seconds);
  }

  countRefusal(code: ErrorCode): void {
    this.refusals.inc({ code });
  }

  /** A figure that is looked up when Prometheus asks for it. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const { registry } = this;
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  }
}
