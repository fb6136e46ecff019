// @ts-check

/** A failure whose message is all that a person needs: shown as one line, without a stack. */
export class Problem extends Error {}

/** The text to show for anything that was thrown. */
export function explain(/** @type {unknown} */ error) {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The system's code (`ENOENT`, `EACCES`, …) of a failed call, or undefined. */
export function codeOf(/** @type {unknown} */ error) {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
