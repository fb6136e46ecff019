import { Histogram } from 'prom-client';
import { type Metrics, DURATION_BUCKETS_SECONDS } from '../../platform/metrics/metrics.js';
import type { LedgerWriter, WriterObserver } from './ledger-writer.service.js';

const COMMAND_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Registers the histograms of commits and returns an observer that updates them. */
export function writerMetrics({ registry }: Metrics): WriterObserver {
  const seconds = new Histogram({
    name: 'moniker_ledger_commit_seconds',
    help: 'Duration of a ledger commit, from locking the head to the confirmation by the database',
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const commands = new Histogram({
    name: 'moniker_ledger_batch_commands',
    help: 'Commands that shared one commit',
    buckets: COMMAND_BUCKETS,
    registers: [registry],
  });
  return {
    committed(count, ms) {
      seconds.observe(ms / 1000);
      commands.observe(count);
    },
  };
}

/** Registers a gauge of the writer's queue length. */
export function watchQueue(metrics: Metrics, writer: LedgerWriter): void {
  metrics.gauge('moniker_ledger_queue_commands', 'Commands waiting for the ledger writer', () => {
    return writer.stats().queued;
  });
}
