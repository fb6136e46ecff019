import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './statistics.js';
import type { TransferRequest, TransferSource } from './transfer-source.js';

/** A way of writing a transfer. Resolves when it is durable; throws if it was not written. */
export type WriteTransfer = (request: TransferRequest) => Promise<void>;

/** Callers that each ask again as soon as they are answered. */
export interface ClosedLoopLoad {
  readonly callers: number;
  readonly milliseconds: number;
}

/** Transfers that arrive at a steady pace, whether or not the earlier ones were answered. */
export interface OpenLoopLoad {
  readonly perSecond: number;
  readonly milliseconds: number;
}

export type Load = ClosedLoopLoad | OpenLoopLoad;

/** What one way did under load in one window of time. */
export interface WindowResult {
  readonly transfers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of this process for one transfer, in microseconds. */
  readonly processUs: number;
}

/** Transfers under way at once at a steady pace; a way that lets more pile up cannot keep the pace. */
const MAX_OUTSTANDING = 9_000;

export class RateNotSustainedError extends Error {}

export function runLoad(transfer: WriteTransfer, source: TransferSource, load: Load): Promise<WindowResult> {
  return 'callers' in load ? runClosedLoop(transfer, source, load) : runOpenLoop(transfer, source, load);
}

/** Lets a number of callers transfer for a while, each one again as soon as it was answered. */
export function runClosedLoop(
  transfer: WriteTransfer,
  source: TransferSource,
  { callers, milliseconds }: ClosedLoopLoad,
): Promise<WindowResult> {
  return measureWindow(async (latencies) => {
    const deadline = performance.now() + milliseconds;
    const caller = async (): Promise<void> => {
      for (let asked = performance.now(); asked < deadline;) {
        await transfer(source.next());
        const answered = performance.now();
        latencies.push(answered - asked);
        asked = answered;
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  });
}

/**
 * Lets transfers arrive at a steady pace. Latency counts from the moment at which a transfer was due, so a way
 * that falls behind cannot hide it. Throws `RateNotSustainedError` where it falls behind for good.
 */
export function runOpenLoop(
  transfer: WriteTransfer,
  source: TransferSource,
  { perSecond, milliseconds }: OpenLoopLoad,
): Promise<WindowResult> {
  return measureWindow(async (latencies) => {
    const all = Math.floor((perSecond * milliseconds) / 1_000);
    const started = performance.now();
    const answers: Promise<void>[] = [];
    const dueAt = (index: number): number => started + (1_000 * index) / perSecond;
    const ask = async (due: number): Promise<void> => {
      await transfer(source.next());
      latencies.push(performance.now() - due);
    };
    while (answers.length < all) {
      for (const now = performance.now(); answers.length < all && dueAt(answers.length) <= now;) {
        answers.push(ask(dueAt(answers.length)));
      }
      if (answers.length - latencies.length > MAX_OUTSTANDING) {
        await Promise.allSettled(answers);
        throw new RateNotSustainedError(
          `${Math.round(perSecond)} transfers a second were too many to keep up with`,
        );
      }
      await wait(1);
    }
    await Promise.all(answers);
  });
}

async function measureWindow(run: (latencies: number[]) => Promise<void>): Promise<WindowResult> {
  const latencies: number[] = [];
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  await run(latencies);
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
