/** How much is measured. */
export interface Plan {
  readonly rounds: number;
  /** How long one way is under load in one round. */
  readonly windowMs: number;
  readonly loneWindowMs: number;
  readonly warmUpMs: number;
}

export interface Options {
  readonly plan: Plan;
  /** Where the numbers go as JSON: nowhere, to the standard output instead of the table, or to a file as well. */
  readonly json: 'none' | 'stdout' | { readonly file: string };
}

const FULL: Plan = { rounds: 5, windowMs: 2_500, loneWindowMs: 1_500, warmUpMs: 1_500 };
const QUICK: Plan = { rounds: 2, windowMs: 600, loneWindowMs: 400, warmUpMs: 400 };

/** Reads `--quick`, `--json` and `--json=<file>`. Throws on anything else. */
export function readOptions(args: readonly string[]): Options {
  let plan = FULL;
  let json: Options['json'] = 'none';
  for (const arg of args) {
    if (arg === '--quick') plan = QUICK;
    else if (arg === '--json') json = 'stdout';
    else if (arg.startsWith('--json=')) json = { file: arg.slice('--json='.length) };
    else throw new Error(`unknown option ${arg}: there are --quick, --json and --json=<file>`);
  }
  return { plan, json };
}
