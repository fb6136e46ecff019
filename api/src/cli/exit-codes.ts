/** The exit codes of the command line, for scripts (AUD-1). */
export const EXIT = {
  /** There are no findings. */
  ok: 0,
  /** There is at least one finding. */
  finding: 1,
  /** The check could not be made: invalid usage, no database, no permission. */
  notChecked: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command could not do its work. The message is one line for the user. */
export class CannotCheckError extends Error {
  override name = 'CannotCheckError';
}

/** The exit codes as `--help` lists them. */
export const EXIT_CODES_HELP = `
Exit codes:
  0  no findings
  1  at least one finding
  2  the check couldn't be made (invalid usage, database not reachable, …)

In the examples, "ledger" stands for "npm run -s ledger --".`;
