import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config.js';
import { Readiness } from '../process/readiness.js';
import { startTracing } from '../tracing/start-tracing.js';
import { Metrics } from './metrics.js';
import { OperationsServer } from './operations-server.js';
import { registerProcessGauges } from './process-gauges.js';

/**
 * Starts tracing and the operations server, if configured, so operators can watch the program. Returns a function
 * that stops both.
 */
export async function openOperations(
  app: INestApplicationContext,
  config: Config,
  program: 'api' | 'worker',
): Promise<() => Promise<void>> {
  const stopTracing = await startTracing(config, program);
  const closeServer = await openServer(app, config, program);
  return async () => {
    await stopTracing();
    await closeServer();
  };
}

async function openServer(
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
