/** Counting rows of a list stops here, because exact counts of long lists are slow and nobody needs them. */
export const MAX_COUNTED = 10_000;
