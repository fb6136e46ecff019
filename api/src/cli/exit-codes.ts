import { errorMessage } from '../platform/logs/error-message.js';

/** The command line's exit codes, for scripts (AUD-1). */
export const EXIT = {
  /** No findings. */
  ok: 0,
  /** At least one finding. */
  finding: 1,
  /** The check could not be made: invalid usage, no database, no permission. */
  notChecked: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command couldn't do its work. The message is one line for the user. */
export class CannotCheckError extends Error {
  override name = 'CannotCheckError';
}

/** Says why a file can't be read. */
export function unreadable(file: string, cause: unknown): CannotCheckError {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
  const problem = isMissing ? "doesn't exist." : `can't be read: ${errorMessage(cause)}`;
  return new CannotCheckError(`${file} ${problem}`, { cause });
}

/** The exit codes as listed by `--help`. */
export const EXIT_CODES_HELP = `
Exit codes:
  0  no findings
  1  at least one finding
  2  the command couldn't run (invalid usage, database unreachable, …)

In the examples, "ledger" stands for "npm run -s ledger --".`;
