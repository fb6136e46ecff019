import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Histogram buckets in seconds, from in-memory lookups to unacceptable delays. */
export const DURATION_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Labels for a completed request. `route` is the template, never the URL. */
export interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/**
 * This process's metrics for Prometheus (OPS-4). Labels have a small, fixed set of values, such as route templates and
 * error codes; never ids, addresses or personal data.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'moniker_http_request_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'moniker_refusals_total',
    help: 'Refused requests by error code',
    labelNames: ['code'],
    registers: [this.registry],
  });

  /** Collects the process's default metrics. Programs without a metrics port skip this. */
  collectProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  countRequest(request: RequestLabels, seconds: number): void {
    this.requests.observe({ ...request }, seconds);
  }

  countRefusal(code: string): void {
    this.refusals.inc({ code });
  }

  /** Registers a gauge whose value is read on each scrape. */
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
