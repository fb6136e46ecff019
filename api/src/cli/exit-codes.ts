import { writeFile } from 'node:fs/promises';
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
  return fileError(file, cause, "can't be read", {
    ENOENT: "doesn't exist.",
    EISDIR: 'is a folder. Pass a file.',
  });
}

/** Says why a new file can't be written. */
export function unwritable(file: string, cause: unknown): CannotCheckError {
  return fileError(file, cause, "can't be written", {
    EEXIST: 'already exists. Choose another name.',
    ENOENT: "can't be written: its folder doesn't exist.",
  });
}

function fileError(file: string, cause: unknown, other: string, byCode: Readonly<Record<string, string>>) {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const problem = byCode[code] ?? `${other}: ${errorMessage(cause)}`;
  return new CannotCheckError(`${file} ${problem}`, { cause });
}

/**
 * Writes a file that doesn't exist yet.
 *
 * @throws CannotCheckError the file exists or can't be written
 */
export async function writeNewFile(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { flag: 'wx' }).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}

/** The exit codes as listed by `--help`. */
export const EXIT_CODES_HELP = `
Exit codes:
  0  no findings
  1  at least one finding
  2  the command couldn't run (invalid usage, database unreachable, …)

In the examples, "ledger" stands for "npm run -s ledger --".`;
