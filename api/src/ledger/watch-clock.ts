import type { Sql } from '../platform/database/sql.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import type { Readiness } from '../platform/process/readiness.js';
import { MAX_CLOCK_SKEW_MS, measureClockSkew } from '../platform/time/clock-skew.js';
import type { Clock } from '../platform/time/clock.js';

/**
 * Makes readiness depend on a correct clock, without which nothing is written (LED-23), and registers a gauge for the
 * clock's offset (OPS-4).
 */
export function watchClock(sql: Sql, now: Clock, metrics: Metrics, readiness: Readiness): void {
  readiness.require('the clock of the database', async () => {
    const skewMs = await measureClockSkew(sql, now);
    if (Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS) return null;
    const seconds = Math.round(Math.abs(skewMs) / 1_000);
    return `the clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`;
  });
  metrics.gauge(
    'moniker_clock_skew_seconds',
    "How far this process's clock is ahead of the database's; negative if it is behind, 0 if the database does not answer",
    () =>
      measureClockSkew(sql, now)
        .then((skewMs) => skewMs / 1_000)
        .catch(() => 0),
  );
}
