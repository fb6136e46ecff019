import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './statistics.js';
import type { TransferRequest, TransferSource } from './transfers.js';

/** A way of writing a transfer. Resolves when it is durable; throws if it was not written. */
export type Transfer = (request: TransferRequest) => Promise<void>;

/** Callers that each ask again as soon as they are answered. */
export interface CallersLoad {
  readonly callers: number;
  readonly milliseconds: number;
}

/** Transfers that arrive at a steady pace, whether or not the earlier ones were answered. */
export interface PaceLoad {
  readonly perSecond: number;
  readonly milliseconds: number;
}

export type Load = CallersLoad | PaceLoad;

/** What one way did under load in one window of time. */
export interface Window {
  readonly transfers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of this process for one transfer, in microseconds. */
  readonly processUs: number;
}

/** Transfers under way at once at a steady pace; a way that lets more pile up cannot keep the pace. */
const MAX_UNANSWERED = 9_000;

export class PaceError extends Error {}

export function underAnyLoad(transfer: Transfer, source: TransferSource, load: Load): Promise<Window> {
  return 'callers' in load ? underLoad(transfer, source, load) : atPace(transfer, source, load);
}

/** Lets a number of callers transfer for a while, each one again as soon as it was answered. */
export function underLoad(
  transfer: Transfer,
  source: TransferSource,
  { callers, milliseconds }: CallersLoad,
): Promise<Window> {
  return measured(async (latencies) => {
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
 * that falls behind cannot hide it. Throws `PaceError` where it falls behind for good.
 */
export function atPace(
  transfer: Transfer,
  source: TransferSource,
  { perSecond, milliseconds }: PaceLoad,
): Promise<Window> {
  return measured(async (latencies) => {
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
      if (answers.length - latencies.length > MAX_UNANSWERED) {
        await Promise.allSettled(answers);
        throw new PaceError(`${Math.round(perSecond)} transfers a second were too many to keep up with`);
      }
      await wait(1);
    }
    await Promise.all(answers);
  });
}

async function measured(run: (latencies: number[]) => Promise<void>): Promise<Window> {
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
