import { roundNumbers, contenderNames, windowOf, type Results } from './results.js';
import { summarize, type Summary } from './statistics.js';
import { CALLERS, LONE_CALLER, PEAK_CALLERS, type Scenario, type ContenderName } from './contenders.js';

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
export function evaluateAims(results: Results): Aim[] {
  const faster = (rival: ContenderName, scenario: Scenario): Summary =>
    overRounds(
      results,
      (round) => best(results, 'ledger', scenario, round) / best(results, rival, scenario, round),
    );
  const emmett = contenderNames(results).includes('emmett')
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
  return summarize(roundNumbers(results).map(ratio));
}

function best(results: Results, way: ContenderName, scenario: Scenario, round: number): number {
  const speeds = CALLERS[scenario].map(
    (callers) => windowOf(results, { round, contender: way, scenario, callers }).perSecond,
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
    (round) => loneP50(results, 'ledger', round) / loneP50(results, 'ordinary', round),
  );
}

function loneP50(results: Results, way: ContenderName, round: number): number {
  return windowOf(results, { round, contender: way, scenario: 'uniform', callers: LONE_CALLER }).p50Ms;
}

function atLeast(text: string, aim: number, unit: Aim['unit'], measured: Summary): Aim {
  return { text, unit, bound: 'at least', aim, measured, met: measured.median >= aim };
}

function atMost(text: string, aim: number, measured: Summary): Aim {
  return { text, unit: '×', bound: 'at most', aim, measured, met: measured.median <= aim };
}
