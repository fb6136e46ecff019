import type { Metrics } from '../platform/metrics/metrics.js';
import type { Readiness } from '../platform/process/readiness.js';
import type { RemoteLog } from './log/remote-log.port.js';

/** Stands for the position of an unreachable log. */
const UNREACHABLE = -1;

/** Makes readiness depend on a log outside PostgreSQL (OPS-2), and registers a gauge for its position (OPS-4). */
export function watchRemoteLog(log: Pick<RemoteLog, 'head'>, metrics: Metrics, readiness: Readiness): void {
  readiness.require('the log', async () => {
    await log.head();
    return null;
  });
  metrics.gauge(
    'moniker_ledger_log_position',
    'Position of the last event in the log outside PostgreSQL; -1 if it cannot be reached',
    () =>
      log
        .head()
        .then(({ position }) => position)
        .catch(() => UNREACHABLE),
  );
}
