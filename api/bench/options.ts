/** The extent of a measurement. */
export interface Plan {
  /** Maximum number of rounds. After the first, a round starts only if it is expected to end within `budgetMs`. */
  readonly rounds: number;
  readonly budgetMs: number;
  /** Duration of one contender's window under one load. */
  readonly windowMs: number;
  readonly loneWindowMs: number;
  readonly warmUpMs: number;
}

export interface Options {
  readonly plan: Plan;
  /**
   * Where to write the numbers as JSON: nowhere, to standard output instead of the table, or to a file in addition to
   * the table.
   */
  readonly json: 'none' | 'stdout' | { readonly file: string };
  /** The folder for the chart and its numbers, or null. */
  readonly chartFolder: string | null;
}

const FULL: Plan = { rounds: 5, budgetMs: 210_000, windowMs: 1_500, loneWindowMs: 800, warmUpMs: 500 };
const QUICK: Plan = { rounds: 2, budgetMs: 40_000, windowMs: 400, loneWindowMs: 300, warmUpMs: 200 };

/**
 * Default chart folder of a full run. A quick run is too imprecise to replace the chart there, so it writes one only
 * with `--chart`.
 */
const DEFAULT_CHART_FOLDER = 'docs/bench';

/** Parses `--quick`, `--json`, `--json=<file>` and `--chart=<folder>`. @throws Error on any other option */
export function readOptions(args: readonly string[]): Options {
  let plan = FULL;
  let json: Options['json'] = 'none';
  let chartFolder: string | undefined;
  for (const arg of args) {
    if (arg === '--quick') plan = QUICK;
    else if (arg === '--json') json = 'stdout';
    else if (arg.startsWith('--json=')) json = { file: arg.slice('--json='.length) };
    else if (arg.startsWith('--chart=')) chartFolder = arg.slice('--chart='.length);
    else throw new Error(`Unknown option ${arg}`);
  }
  return { plan, json, chartFolder: chartFolder ?? (plan === FULL ? DEFAULT_CHART_FOLDER : null) };
}
