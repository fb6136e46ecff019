import type { Load, WindowResult } from './load.js';

/** The contenders, in the order of the report. */
export const CONTENDERS = ['ledger', 'baseline', 'emmett', 'message-db'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export const CONTENDER_TITLES: Record<ContenderName, string> = {
  ledger: 'ledger',
  baseline: 'baseline',
  emmett: 'Emmett',
  'message-db': 'MessageDB',
};

export const SCENARIOS = ['uniform', 'hot'] as const;
export type Scenario = (typeof SCENARIOS)[number];

export const LONE_CALLER = 1;
/** One caller per connection of a pool. */
export const POOL_CALLERS = 32;
/**
 * More callers than connections. They fill the ledger's batches; with the other contenders, they only wait in a
 * queue.
 */
export const PEAK_CALLERS = 256;

/**
 * Numbers of concurrent callers. A lone caller is not measured on the hot account: the result would be the same as on
 * many accounts.
 */
export const CALLERS: Record<Scenario, readonly number[]> = {
  uniform: [LONE_CALLER, POOL_CALLERS, PEAK_CALLERS],
  hot: [POOL_CALLERS, PEAK_CALLERS],
};

/** Size of each contender's connection pool, except for the ledger, which writes over one connection. */
export const POOL_SIZE = 32;

/** An implementation that writes transfers and can be measured under load. */
export interface Contender {
  readonly name: ContenderName;
  /**
   * Runs a load and then checks that exactly the acknowledged transfers were written.
   *
   * @throws CorrectnessError more or fewer were written
   */
  runWindow(scenario: Scenario, load: Load): Promise<WindowResult>;
  close(): Promise<void>;
}
