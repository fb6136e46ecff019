import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Readiness } from '../process/readiness.js';
import type { Metrics } from './metrics.js';

/** The public counters of the `pg` pool behind TypeORM. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Registers the metrics that every process has: Node's own, readiness, and connection pool usage. */
export function registerProcessGauges(metrics: Metrics, readiness: Readiness, dataSource: DataSource): void {
  metrics.collectProcessMetrics();
  metrics.gauge('moniker_ready', '1 if the process can serve, 0 if not', async () =>
    (await readiness.problem()) === null ? 1 : 0,
  );
  const pool = connectionPool(dataSource);
  new Gauge({
    name: 'moniker_database_connections',
    help: 'Pool connections by state; state=wanted is the number of callers waiting for one',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'wanted' }, pool.waitingCount);
    },
  });
}

function connectionPool({ driver }: DataSource): Pool {
  if (!('master' in driver)) throw new Error('the database driver has no pool');
  return driver.master as Pool;
}
