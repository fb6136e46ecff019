import { describe, expect, it } from '@jest/globals';
import { evaluateAims } from './aims.js';
import type { WindowResult } from './load.js';
import type { Results, Sample } from './results.js';
import { CALLERS, SCENARIOS, type ContenderName } from './contenders.js';

const window = (perSecond: number, p50Ms = 1, p99Ms = 2): WindowResult => ({
  transfers: 1,
  perSecond,
  p50Ms,
  p99Ms,
  processUs: 1,
});

/** A contender's transfers per second with 1, 32 and 256 callers. */
type Speeds = Partial<Record<ContenderName, readonly [number, number, number]>>;

function samplesOf(round: number, speeds: Speeds): Sample[] {
  return (Object.entries(speeds) as [ContenderName, readonly number[]][]).flatMap(
    ([contender, [lone, pool, peak]]) =>
      SCENARIOS.flatMap((scenario) =>
        CALLERS[scenario].map((callers) => {
          const perSecond = { 1: lone, 32: pool, 256: peak }[callers] ?? 0;
          return { round, contender, scenario, callers, window: window(perSecond) };
        }),
      ),
  );
}

function resultsOf(...rounds: Speeds[]): Results {
  return {
    samples: rounds.flatMap((speeds, round) => samplesOf(round, speeds)),
    ceilings: rounds.map((_, round) => ({ round, scenario: 'uniform', perSecond: 20_000 })),
    steady: rounds.map((_, round) => ({ round, offeredPerSecond: 1, window: window(1, 5, 12) })),
  };
}

const aim = (results: Results, text: string) => evaluateAims(results).find((one) => one.text.includes(text));

const LEDGER = { ledger: [500, 4_000, 10_000], baseline: [400, 900, 800] } as const;

describe('evaluateAims', () => {
  it('compares the best result of each contender', () => {
    const results = resultsOf({ ...LEDGER, emmett: [900, 2_000, 1_000] });
    expect(aim(results, 'Emmett')).toMatchObject({ measured: { median: 5 }, met: false });
  });

  it('computes each ratio within its round', () => {
    const busy = { ...LEDGER, ledger: [50, 400, 1_000], emmett: [10, 100, 100] } as const;
    const results = resultsOf({ ...LEDGER, emmett: [100, 1_000, 1_000] }, busy);
    expect(aim(results, 'Emmett')).toMatchObject({ measured: { min: 10, max: 10 }, met: true });
  });

  it('leaves out a contender that could not be installed', () => {
    expect(aim(resultsOf(LEDGER), 'Emmett')).toBeUndefined();
  });

  it('compares the ledger under peak load with the ceiling', () => {
    expect(aim(resultsOf(LEDGER), 'ceiling')).toMatchObject({ measured: { median: 50 }, met: true });
  });

  it("compares the p99 under steady load with the lone caller's p50", () => {
    expect(aim(resultsOf(LEDGER), 'steady load')).toMatchObject({
      measured: { median: 12 },
      met: false,
    });
  });
});
