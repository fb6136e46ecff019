import type { Load, WindowResult } from './load.js';

/** What is compared, in the order of the report. */
export const CONTENDERS = ['ledger', 'ordinary', 'emmett', 'message-db'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export const CONTENDER_TITLES: Record<ContenderName, string> = {
  ledger: 'ledger',
  ordinary: 'ordinary way',
  emmett: 'Emmett',
  'message-db': 'MessageDB',
};

export const SCENARIOS = ['uniform', 'hot'] as const;
export type Scenario = (typeof SCENARIOS)[number];

export const LONE_CALLER = 1;
/** As many callers as each rival has connections. */
export const POOL_CALLERS = 32;
/** More callers than connections: for the rivals they only queue, for the ledger they fill its batches. */
export const PEAK_CALLERS = 256;

/** How many callers ask at once. A lone caller of one account does the same as a lone caller of many. */
export const CALLERS: Record<Scenario, readonly number[]> = {
  uniform: [LONE_CALLER, POOL_CALLERS, PEAK_CALLERS],
  hot: [POOL_CALLERS, PEAK_CALLERS],
};

/** Connections in the pool of every way but the ledger, whose writer has one. */
export const POOL_SIZE = 32;

/** A way of writing transfers that can be put under load. */
export interface Contender {
  readonly name: ContenderName;
  /**
   * Puts the way under load and checks afterwards that it wrote exactly what it answered. Throws
   * `CorrectnessError` where it did not, and whatever a transfer threw.
   */
  runWindow(scenario: Scenario, load: Load): Promise<WindowResult>;
  close(): Promise<void>;
}
