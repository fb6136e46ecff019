/** How a command ended, for scripts. */
export const EXIT = {
  /** Everything that was looked at is as it should be. */
  ok: 0,
  /** A difference was found. */
  difference: 1,
  /** It could not be checked: bad usage, no database, no permission. */
  notChecked: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Why a command could not do its work, in one line for the person who ran it. */
export class CannotCheckError extends Error {
  override name = 'CannotCheckError';
}

/** The exit codes as `--help` tells them. */
export const EXIT_CODES_HELP = `
Exit codes:
  0  fine
  1  a difference was found
  2  it could not be checked (bad usage, database out of reach, …)

Below, "ledger" stands for "npm run -s ledger --".`;
