import { roundNumbers, contenderNames, windowOf, type Results } from './results.js';
import { summarize, type Summary } from './statistics.js';
import { CALLERS, LONE_CALLER, PEAK_CALLERS, type Scenario, type ContenderName } from './contenders.js';

/** A target ratio for the ledger, with the measured ratio. */
export interface Aim {
  readonly text: string;
  readonly unit: '×' | '%';
  readonly bound: 'at least' | 'at most';
  readonly aim: number;
  readonly measured: Summary;
  readonly met: boolean;
}

/**
 * Compares the ledger's speed and latency with its aims. Each ratio is computed within a round, so other load on the
 * machine affects both sides. Ratios to other contenders' speeds use each contender's best number of callers in that
 * round; the share of the ceiling uses `PEAK_CALLERS`.
 */
export function evaluateAims(results: Results): Aim[] {
  const faster = (other: ContenderName, scenario: Scenario): Summary =>
    overRounds(
      results,
      (round) => best(results, 'ledger', scenario, round) / best(results, other, scenario, round),
    );
  const emmett = contenderNames(results).includes('emmett')
    ? [atLeast("Emmett's appends, uniform accounts", 8, '×', faster('emmett', 'uniform'))]
    : [];
  return [
    ...emmett,
    atLeast('the baseline, uniform accounts', 8, '×', faster('baseline', 'uniform')),
    atLeast('the baseline, one hot account', 25, '×', faster('baseline', 'hot')),
    atLeast("PostgreSQL's own ceiling, uniform accounts", 50, '%', shareOfCeiling(results)),
    atMost("a lone caller's p50 (measured: the p99 under steady load)", 10, steadyLatency(results)),
    atMost("the baseline's p50 (both with a lone caller)", 1.5, loneLatency(results)),
  ];
}

function overRounds(results: Results, ratio: (round: number) => number): Summary {
  return summarize(roundNumbers(results).map(ratio));
}

function best(results: Results, contender: ContenderName, scenario: Scenario, round: number): number {
  const speeds = CALLERS[scenario].map(
    (callers) => windowOf(results, { round, contender, scenario, callers }).perSecond,
  );
  return Math.max(...speeds);
}

function shareOfCeiling(results: Results): Summary {
  const ceilings = results.ceilings.filter(({ scenario }) => scenario === 'uniform');
  return summarize(
    ceilings.map(({ round, scenario, perSecond }) => {
      const ledger = windowOf(results, { round, contender: 'ledger', scenario, callers: PEAK_CALLERS });
      return (100 * ledger.perSecond) / perSecond;
    }),
  );
}

function steadyLatency(results: Results): Summary {
  return summarize(
    results.steady.map(({ round, window }) => window.p99Ms / loneP50(results, 'ledger', round)),
  );
}

function loneLatency(results: Results): Summary {
  return overRounds(
    results,
    (round) => loneP50(results, 'ledger', round) / loneP50(results, 'baseline', round),
  );
}

function loneP50(results: Results, contender: ContenderName, round: number): number {
  return windowOf(results, { round, contender, scenario: 'uniform', callers: LONE_CALLER }).p50Ms;
}

function atLeast(text: string, aim: number, unit: Aim['unit'], measured: Summary): Aim {
  return { text, unit, bound: 'at least', aim, measured, met: measured.median >= aim };
}

function atMost(text: string, aim: number, measured: Summary): Aim {
  return { text, unit: '×', bound: 'at most', aim, measured, met: measured.median <= aim };
}
