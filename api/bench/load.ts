import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './statistics.js';
import type { TransferRequest, TransferSource } from './transfer-source.js';

/** Writes a transfer. Resolves when it is durable; rejects if it was not written. */
export type WriteTransfer = (request: TransferRequest) => Promise<void>;

/** A closed loop: each caller sends its next transfer when the previous one is acknowledged. */
export interface ClosedLoopLoad {
  readonly callers: number;
  readonly milliseconds: number;
}

/** An open loop: transfers arrive at a constant rate, whether or not earlier ones are acknowledged. */
export interface OpenLoopLoad {
  readonly perSecond: number;
  readonly milliseconds: number;
}

export type Load = ClosedLoopLoad | OpenLoopLoad;

/** The result of one contender under one load during one time window. */
export interface WindowResult {
  readonly transfers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Microseconds of this process's CPU time per transfer. */
  readonly processUs: number;
}

/** Maximum transfers in flight in an open loop. A contender that exceeds it cannot sustain the rate. */
const MAX_OUTSTANDING = 9_000;

/** The contender is too slow for the rate of an open loop. */
export class RateNotSustainedError extends Error {}

export function runLoad(
  writeTransfer: WriteTransfer,
  source: TransferSource,
  load: Load,
): Promise<WindowResult> {
  return 'callers' in load
    ? runClosedLoop(writeTransfer, source, load)
    : runOpenLoop(writeTransfer, source, load);
}

/** Runs a closed loop. Latency counts from the call to the acknowledgement. */
export function runClosedLoop(
  writeTransfer: WriteTransfer,
  source: TransferSource,
  { callers, milliseconds }: ClosedLoopLoad,
): Promise<WindowResult> {
  return measureWindow(async (latencies) => {
    const deadline = performance.now() + milliseconds;
    const caller = async (): Promise<void> => {
      for (let sentAt = performance.now(); sentAt < deadline;) {
        await writeTransfer(source.next());
        const acknowledgedAt = performance.now();
        latencies.push(acknowledgedAt - sentAt);
        sentAt = acknowledgedAt;
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  });
}

/**
 * Runs an open loop. Latency counts from the time at which a transfer was due, so it includes delays before the call.
 *
 * @throws RateNotSustainedError too many transfers are in flight
 */
export function runOpenLoop(
  writeTransfer: WriteTransfer,
  source: TransferSource,
  { perSecond, milliseconds }: OpenLoopLoad,
): Promise<WindowResult> {
  return measureWindow(async (latencies) => {
    const total = Math.floor((perSecond * milliseconds) / 1_000);
    const started = performance.now();
    const sent: Promise<void>[] = [];
    const dueAt = (index: number): number => started + (1_000 * index) / perSecond;
    const send = async (due: number): Promise<void> => {
      await writeTransfer(source.next());
      latencies.push(performance.now() - due);
    };
    while (sent.length < total) {
      for (const now = performance.now(); sent.length < total && dueAt(sent.length) <= now;) {
        sent.push(send(dueAt(sent.length)));
      }
      if (sent.length - latencies.length > MAX_OUTSTANDING) {
        await Promise.allSettled(sent);
        throw new RateNotSustainedError(
          `${Math.round(perSecond)} transfers per second could not be sustained`,
        );
      }
      await wait(1);
    }
    await Promise.all(sent);
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
