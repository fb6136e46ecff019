import type { WindowResult } from './load.js';
import type { Scenario, ContenderName } from './contenders.js';

/** One contender under one load in one round. */
export interface Sample {
  readonly round: number;
  readonly contender: ContenderName;
  readonly scenario: Scenario;
  readonly callers: number;
  readonly window: WindowResult;
}

/** How fast PostgreSQL alone inserted the rows that the ledger had just written in a window with the most callers. */
export interface CeilingResult {
  readonly round: number;
  readonly scenario: Scenario;
  readonly perSecond: number;
}

/** The ledger under steady load, which is half the rate that it reached with the most callers in the same round. */
export interface SteadyResult {
  readonly round: number;
  readonly offeredPerSecond: number;
  readonly window: WindowResult;
}

export interface Results {
  readonly samples: readonly Sample[];
  readonly ceilings: readonly CeilingResult[];
  readonly steady: readonly SteadyResult[];
}

export type SampleFilter = Partial<Pick<Sample, 'round' | 'contender' | 'scenario' | 'callers'>>;

/** The windows that match a filter, in the order of the rounds. */
export function windowsOf({ samples }: Pick<Results, 'samples'>, filter: SampleFilter): WindowResult[] {
  const conditions = Object.entries(filter) as [keyof SampleFilter, unknown][];
  return samples
    .filter((sample) => conditions.every(([key, value]) => sample[key] === value))
    .map(({ window }) => window);
}

/** The window of a contender under one load in one round. @throws Error there is not exactly one */
export function windowOf(results: Pick<Results, 'samples'>, filter: Required<SampleFilter>): WindowResult {
  const [window, second] = windowsOf(results, filter);
  if (window === undefined || second !== undefined) {
    throw new Error(
      `expected one window of ${filter.contender} with ${filter.callers} callers in round ${filter.round}`,
    );
  }
  return window;
}

export const roundNumbers = ({ ceilings }: Results): number[] => [
  ...new Set(ceilings.map(({ round }) => round)),
];

export const contenderNames = ({ samples }: Results): ContenderName[] => [
  ...new Set(samples.map(({ contender }) => contender)),
];
