import type { Results, Round, Scenario } from './measure.js';
import { summarize, type Summary } from './statistics.js';

/** A ratio that the ledger is meant to reach, with what it did. */
export interface Aim {
  readonly text: string;
  readonly unit: '×' | '%';
  readonly bound: 'at least' | 'at most';
  readonly aim: number;
  readonly measured: Summary;
  readonly met: boolean;
}

/** The aims of the ledger's writing speed. Each ratio is taken within a round, where the machine was the same. */
export function aimsOf({ rounds, lone }: Results): Aim[] {
  const ratios = (scenario: Scenario, ratio: (round: Round) => number): Summary =>
    summarize(rounds[scenario].map(ratio));
  const toOrdinary = ({ ledger, ordinary }: Round): number => ledger.perSecond / ordinary.perSecond;
  const toCeiling = ({ ledger, ceilingPerSecond }: Round): number =>
    (100 * ledger.perSecond) / ceilingPerSecond;
  const latency = summarize(lone.map(({ ledger, ordinary }) => ledger.p50Ms / ordinary.p50Ms));
  return [
    atLeast('the ordinary way, uniform accounts', 5, '×', ratios('uniform', toOrdinary)),
    atLeast('the ordinary way, one hot account', 15, '×', ratios('hot', toOrdinary)),
    atLeast("PostgreSQL's own ceiling, uniform accounts", 35, '%', ratios('uniform', toCeiling)),
    {
      text: "the ordinary way's latency, lone caller (p50)",
      unit: '×',
      bound: 'at most',
      aim: 1.5,
      measured: latency,
      met: latency.median <= 1.5,
    },
  ];
}

function atLeast(text: string, aim: number, unit: Aim['unit'], measured: Summary): Aim {
  return { text, unit, bound: 'at least', aim, measured, met: measured.median >= aim };
}
