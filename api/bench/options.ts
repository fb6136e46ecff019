/** How much is measured. */
export interface Plan {
  /** Fewer where the machine is so busy that they would take longer than `budgetMs`; never none. */
  readonly rounds: number;
  readonly budgetMs: number;
  /** How long one way is under one load in one round. */
  readonly windowMs: number;
  readonly loneWindowMs: number;
  readonly warmUpMs: number;
}

export interface Options {
  readonly plan: Plan;
  /** Where the numbers go as JSON: nowhere, to the standard output instead of the table, or to a file as well. */
  readonly json: 'none' | 'stdout' | { readonly file: string };
  /** The folder that gets the chart and the numbers behind it; null for neither. */
  readonly chartFolder: string | null;
}

const FULL: Plan = { rounds: 5, budgetMs: 210_000, windowMs: 1_500, loneWindowMs: 800, warmUpMs: 500 };
const QUICK: Plan = { rounds: 2, budgetMs: 40_000, windowMs: 400, loneWindowMs: 300, warmUpMs: 200 };

/** Where a whole run leaves its chart. A quick one is too rough to be kept, unless it is told where. */
const CHARTS = 'docs/bench';

/** Reads `--quick`, `--json`, `--json=<file>` and `--chart=<folder>`. Throws on anything else. */
export function readOptions(args: readonly string[]): Options {
  let plan = FULL;
  let json: Options['json'] = 'none';
  let chartFolder: string | undefined;
  for (const arg of args) {
    if (arg === '--quick') plan = QUICK;
    else if (arg === '--json') json = 'stdout';
    else if (arg.startsWith('--json=')) json = { file: arg.slice('--json='.length) };
    else if (arg.startsWith('--chart=')) chartFolder = arg.slice('--chart='.length);
    else {
      throw new Error(
        `unknown option ${arg}: there are --quick, --json, --json=<file> and --chart=<folder>, or first lists or growth`,
      );
    }
  }
  return { plan, json, chartFolder: chartFolder ?? (plan === FULL ? CHARTS : null) };
}
