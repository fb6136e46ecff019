import type { Window } from './load.js';
import type { Scenario, WayName } from './ways.js';

/** One way under one load, once. */
export interface Sample {
  readonly round: number;
  readonly way: WayName;
  readonly scenario: Scenario;
  readonly callers: number;
  readonly window: Window;
}

/** How fast PostgreSQL alone wrote the rows of the ledger's window with the most callers, right after it. */
export interface Ceiling {
  readonly round: number;
  readonly scenario: Scenario;
  readonly perSecond: number;
}

/** The ledger at a steady pace: half of what it did with the most callers in the same round. */
export interface Steady {
  readonly round: number;
  readonly offeredPerSecond: number;
  readonly window: Window;
}

export interface Results {
  readonly samples: readonly Sample[];
  readonly ceilings: readonly Ceiling[];
  readonly steady: readonly Steady[];
}

export type Which = Partial<Pick<Sample, 'round' | 'way' | 'scenario' | 'callers'>>;

/** The windows of the samples that are as asked, in the order of the rounds. */
export function windowsOf({ samples }: Pick<Results, 'samples'>, which: Which): Window[] {
  const wanted = Object.entries(which) as [keyof Which, unknown][];
  return samples
    .filter((sample) => wanted.every(([key, value]) => sample[key] === value))
    .map(({ window }) => window);
}

/** The only window of a round's way under one load. */
export function windowOf(results: Pick<Results, 'samples'>, which: Required<Which>): Window {
  const [window, second] = windowsOf(results, which);
  if (window === undefined || second !== undefined) {
    throw new Error(`not one window of ${which.way} with ${which.callers} callers in round ${which.round}`);
  }
  return window;
}

export const roundsOf = ({ ceilings }: Results): number[] => [...new Set(ceilings.map(({ round }) => round))];

export const waysOf = ({ samples }: Results): WayName[] => [...new Set(samples.map(({ way }) => way))];
