import { percentile } from './statistics.js';
import type { TransferRequest, TransferSource } from './transfers.js';

/** A way of writing a transfer. Resolves when it is durable; throws if it was not written. */
export type Transfer = (request: TransferRequest) => Promise<void>;

/** What one way did under load in one window of time. */
export interface Window {
  readonly transfers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of this process for one transfer, in microseconds. */
  readonly processUs: number;
}

/** Lets a number of callers transfer for a while, each one again as soon as it was answered. */
export async function underLoad(
  transfer: Transfer,
  source: TransferSource,
  load: { readonly callers: number; readonly milliseconds: number },
): Promise<Window> {
  const latencies: number[] = [];
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const deadline = started + load.milliseconds;
  const caller = async (): Promise<void> => {
    for (let asked = performance.now(); asked < deadline;) {
      await transfer(source.next());
      const answered = performance.now();
      latencies.push(answered - asked);
      asked = answered;
    }
  };
  await Promise.all(Array.from({ length: load.callers }, caller));
  const seconds = (performance.now() - started) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  return {
    transfers: latencies.length,
    perSecond: latencies.length / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    processUs: (cpu.user + cpu.system) / latencies.length,
  };
}
