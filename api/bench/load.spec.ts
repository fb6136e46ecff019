import { describe, expect, it } from '@jest/globals';
import { runOpenLoop, RateNotSustainedError, runClosedLoop } from './load.js';
import { TransferSource } from './transfer-source.js';

const source = new TransferSource(['an-account'], 1);

const busyFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

describe('runOpenLoop', () => {
  it('sends exactly rate × duration transfers', async () => {
    let sent = 0;
    const window = await runOpenLoop(() => Promise.resolve(void (sent += 1)), source, {
      perSecond: 2_000,
      milliseconds: 50,
    });
    expect([sent, window.transfers]).toEqual([100, 100]);
  });

  it('measures latency from the time a transfer was due, even if the call was delayed', async () => {
    let sent = 0;
    const stallsOnce = (): Promise<void> => {
      if (sent === 0) busyFor(40);
      sent += 1;
      return Promise.resolve();
    };
    const { p50Ms } = await runOpenLoop(stallsOnce, source, { perSecond: 1_000, milliseconds: 40 });
    expect(p50Ms).toBeGreaterThan(15);
  });

  it('throws if too many transfers are in flight', async () => {
    const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 250));
    const load = { perSecond: 10_000_000, milliseconds: 3 };
    await expect(runOpenLoop(slow, source, load)).rejects.toThrow(RateNotSustainedError);
  });
});

describe('runClosedLoop', () => {
  it('has at most one transfer in flight per caller', async () => {
    let inFlight = 0;
    let maxInFlight = 0;
    const transfer = async (): Promise<void> => {
      maxInFlight = Math.max(maxInFlight, (inFlight += 1));
      await new Promise(setImmediate);
      inFlight -= 1;
    };
    const { transfers } = await runClosedLoop(transfer, source, { callers: 7, milliseconds: 20 });
    expect(maxInFlight).toBe(7);
    expect(transfers).toBeGreaterThanOrEqual(7);
  });
});
