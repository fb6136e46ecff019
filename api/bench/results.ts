import type { WindowResult } from './load.js';
import type { Scenario, ContenderName } from './contenders.js';

/** One way under one load, once. */
export interface Sample {
  readonly round: number;
  readonly contender: ContenderName;
  readonly scenario: Scenario;
  readonly callers: number;
  readonly window: WindowResult;
}

/** How fast PostgreSQL alone wrote the rows of the ledger's window with the most callers, right after it. */
export interface CeilingResult {
  readonly round: number;
  readonly scenario: Scenario;
  readonly perSecond: number;
}

/** The ledger at a steady pace: half of what it did with the most callers in the same round. */
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

/** The windows of the samples that are as asked, in the order of the rounds. */
export function windowsOf({ samples }: Pick<Results, 'samples'>, which: SampleFilter): WindowResult[] {
  const wanted = Object.entries(which) as [keyof SampleFilter, unknown][];
  return samples
    .filter((sample) => wanted.every(([key, value]) => sample[key] === value))
    .map(({ window }) => window);
}

/** The only window of a round's way under one load. */
export function windowOf(results: Pick<Results, 'samples'>, which: Required<SampleFilter>): WindowResult {
  const [window, second] = windowsOf(results, which);
  if (window === undefined || second !== undefined) {
    throw new Error(
      `not one window of ${which.contender} with ${which.callers} callers in round ${which.round}`,
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
