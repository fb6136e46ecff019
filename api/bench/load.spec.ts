import { describe, expect, it } from '@jest/globals';
import { runOpenLoop, RateNotSustainedError, runClosedLoop } from './load.js';
import { TransferSource } from './transfer-source.js';

const source = new TransferSource(['an-account'], 1);

const busyFor = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

describe('a steady pace', () => {
  it('lets exactly as many transfers arrive as belong to its time', async () => {
    let asked = 0;
    const window = await runOpenLoop(() => Promise.resolve(void (asked += 1)), source, {
      perSecond: 2_000,
      milliseconds: 50,
    });
    expect([asked, window.transfers]).toEqual([100, 100]);
  });

  it('counts latency from when a transfer was due, also where it could not even be asked for', async () => {
    let asked = 0;
    const stallsOnce = (): Promise<void> => {
      if (asked === 0) busyFor(40);
      asked += 1;
      return Promise.resolve();
    };
    const { p50Ms } = await runOpenLoop(stallsOnce, source, { perSecond: 1_000, milliseconds: 40 });
    expect(p50Ms).toBeGreaterThan(15);
  });

  it('gives up where more transfers stay unanswered than a queue would hold', async () => {
    const slow = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 250));
    const load = { perSecond: 10_000_000, milliseconds: 3 };
    await expect(runOpenLoop(slow, source, load)).rejects.toThrow(RateNotSustainedError);
  });
});

describe('callers', () => {
  it('never have more transfers under way than there are callers', async () => {
    let underWay = 0;
    let most = 0;
    const transfer = async (): Promise<void> => {
      most = Math.max(most, (underWay += 1));
      await new Promise(setImmediate);
      underWay -= 1;
    };
    const { transfers } = await runClosedLoop(transfer, source, { callers: 7, milliseconds: 20 });
    expect(most).toBe(7);
    expect(transfers).toBeGreaterThanOrEqual(7);
  });
});
