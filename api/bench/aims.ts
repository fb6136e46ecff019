import { roundsOf, waysOf, windowOf, type Results } from './results.js';
import { summarize, type Summary } from './statistics.js';
import { CALLERS, LONE, MANY, type Scenario, type WayName } from './ways.js';

/** A ratio that the ledger is meant to reach, with what it did. */
export interface Aim {
  readonly text: string;
  readonly unit: '×' | '%';
  readonly bound: 'at least' | 'at most';
  readonly aim: number;
  readonly measured: Summary;
  readonly met: boolean;
}

/**
 * The aims of the ledger's writing speed. Each ratio is taken within a round, where the machine was the same, and
 * between the best of both: each way with the number of callers that suits it best in that round.
 */
export function aimsOf(results: Results): Aim[] {
  const faster = (rival: WayName, scenario: Scenario): Summary =>
    overRounds(
      results,
      (round) => best(results, 'ledger', scenario, round) / best(results, rival, scenario, round),
    );
  const emmett = waysOf(results).includes('emmett')
    ? [atLeast("Emmett's appends, uniform accounts", 8, '×', faster('emmett', 'uniform'))]
    : [];
  return [
    ...emmett,
    atLeast('the ordinary way, uniform accounts', 8, '×', faster('ordinary', 'uniform')),
    atLeast('the ordinary way, one hot account', 25, '×', faster('ordinary', 'hot')),
    atLeast("PostgreSQL's own ceiling, uniform accounts", 50, '%', shareOfCeiling(results)),
    atMost('the p50 of a lone caller: p99 at half of the peak', 10, steadyLatency(results)),
    atMost("the ordinary way's p50, lone caller", 1.5, loneLatency(results)),
  ];
}

function overRounds(results: Results, ratio: (round: number) => number): Summary {
  return summarize(roundsOf(results).map(ratio));
}

function best(results: Results, way: WayName, scenario: Scenario, round: number): number {
  const speeds = CALLERS[scenario].map(
    (callers) => windowOf(results, { round, way, scenario, callers }).perSecond,
  );
  return Math.max(...speeds);
}

function shareOfCeiling(results: Results): Summary {
  const ceilings = results.ceilings.filter(({ scenario }) => scenario === 'uniform');
  return summarize(
    ceilings.map(({ round, scenario, perSecond }) => {
      const ledger = windowOf(results, { round, way: 'ledger', scenario, callers: MANY });
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
    (round) => loneP50(results, 'ledger', round) / loneP50(results, 'ordinary', round),
  );
}

function loneP50(results: Results, way: WayName, round: number): number {
  return windowOf(results, { round, way, scenario: 'uniform', callers: LONE }).p50Ms;
}

function atLeast(text: string, aim: number, unit: Aim['unit'], measured: Summary): Aim {
  return { text, unit, bound: 'at least', aim, measured, met: measured.median >= aim };
}

function atMost(text: string, aim: number, measured: Summary): Aim {
  return { text, unit: '×', bound: 'at most', aim, measured, met: measured.median <= aim };
}
