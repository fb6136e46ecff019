// @ts-check

/** @typedef {import('../bank.mjs').Bank} Bank */
/** @typedef {import('../random.mjs').Random} Random */
/** @typedef {import('../workload.mjs').Workload} Workload */

/**
 * The parts of a run that a fault acts on.
 * @typedef {{ bank: Bank, random: Random, workload: Workload }} Scene
 */

/**
 * Causes a fault, waits, and ends it. Throws if the fault lacked its required effect or had a forbidden one.
 * @typedef {(scene: Scene) => Promise<void>} Fault
 */

const SECOND_MS = 1_000;
/** Longer than the idle timeout after which PostgreSQL ends a transaction that has locked the ledger's head. */
export const STANDSTILL_MS = 8 * SECOND_MS;
export const LONG_STANDSTILL_MS = 35 * SECOND_MS;
export const OUTAGE_MS = 3 * SECOND_MS;

/** Chooses an API at random. */
export const anyApi = (/** @type {Scene} */ { bank, random }) => random.below(bank.apiCount);

/** Throws an error with the text `problem` if the condition is false. */
export function expect(/** @type {boolean} */ condition, /** @type {string} */ problem) {
  if (!condition) throw new Error(problem);
}
