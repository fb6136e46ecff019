import { Histogram } from 'prom-client';
import { type Metrics, DURATION_BUCKETS_SECONDS } from '../../platform/metrics/metrics.js';
import type { LedgerWriter, WriterObserver } from './ledger-writer.service.js';

const COMMANDS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Tells Prometheus of each batch that was committed. */
export function writerMetrics({ registry }: Metrics): WriterObserver {
  const seconds = new Histogram({
    name: 'moniker_ledger_commit_seconds',
    help: 'Time of one commit of the ledger writer, from the lock of the head to the answer of the database',
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const commands = new Histogram({
    name: 'moniker_ledger_batch_commands',
    help: 'Commands that shared one commit',
    buckets: COMMANDS,
    registers: [registry],
  });
  return {
    committed(count, ms) {
      seconds.observe(ms / 1000);
      commands.observe(count);
    },
  };
}

/** Tells Prometheus how many commands wait. */
export function watchQueue(metrics: Metrics, writer: LedgerWriter): void {
  metrics.gauge('moniker_ledger_queue_commands', 'Commands that wait for the ledger writer', () => {
    return writer.stats().queued;
  });
}
