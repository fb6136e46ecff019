import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Readiness } from '../health/readiness.js';
import type { Metrics } from './metrics.js';

/** What of the connection pool is public in `pg`, by which TypeORM connects. */
interface Pool {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** Figures that every process has: can it serve, and how busy are its connections to the database? */
export function registerProcessGauges(metrics: Metrics, readiness: Readiness, dataSource: DataSource): void {
  metrics.collectProcessMetrics();
  metrics.gauge('moniker_ready', '1 if the process can serve, 0 if not', async () =>
    (await readiness.problem()) === null ? 1 : 0,
  );
  const pool = poolOf(dataSource);
  new Gauge({
    name: 'moniker_database_connections',
    help: 'Connections of the pool by what they do, and callers that wait for one',
    labelNames: ['state'],
    registers: [metrics.registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'wanted' }, pool.waitingCount);
    },
  });
}

function poolOf({ driver }: DataSource): Pool {
  if (!('master' in driver)) throw new Error('the database driver has no pool');
  return driver.master as Pool;
}
