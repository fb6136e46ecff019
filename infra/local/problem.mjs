// @ts-check

/** An error with a message for the user. It is printed without a stack trace. */
export class Problem extends Error {}

/** The text to print for a thrown value: the message of a `Problem`, otherwise the stack trace. */
export function explain(/** @type {unknown} */ error) {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The code of a system error (`ENOENT`, `EACCES`, …), or undefined. */
export function codeOf(/** @type {unknown} */ error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
