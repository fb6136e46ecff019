import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { Readiness } from '../process/readiness.js';
import { Metrics } from './metrics.js';
import { OperationsServer } from './operations-server.js';
import { registerProcessGauges } from './process-gauges.js';

/** Opens the operations server if a port is configured. Returns a function that closes it. */
export async function openOperationsServer(
  app: INestApplicationContext,
  { metricsPort, metricsHost }: Config,
  program: 'api' | 'worker',
): Promise<() => Promise<void>> {
  if (metricsPort === null) return () => Promise.resolve();
  const [metrics, readiness] = [app.get(Metrics), app.get(Readiness)];
  metrics.registry.setDefaultLabels({ program });
  registerProcessGauges(metrics, readiness, app.get(DataSource));
  const server = new OperationsServer(metrics, readiness);
  await server.listen(metricsPort, metricsHost);
  return () => server.close();
}
