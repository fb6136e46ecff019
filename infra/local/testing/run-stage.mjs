// @ts-check
import { seconds } from '../output.mjs';
import { explain } from '../problem.mjs';

/**
 * @typedef {{ passed: number, failed: number, output: string }} Outcome
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<Outcome>} run
 * @property {string[]} [needs] names of the stages without which this one means nothing
 */

const BEAT_MS = 15_000;

/**
 * Runs one stage and tells its result, and what it printed if it failed.
 * @param {Stage} stage
 * @param {Set<string>} broken the stages that have failed so far
 * @returns {Promise<Outcome>}
 */
export async function runStage(stage, broken) {
  const missing = stage.needs?.find((name) => broken.has(name));
  if (missing) return tell(stage, failure(`It needs "${missing}", which failed.`), Date.now());
  const started = Date.now();
  const beat = setInterval(() => console.log(`   ${stage.name} … ${seconds(started)}`), BEAT_MS);
  try {
    return tell(stage, await stage.run(), started);
  } catch (error) {
    return tell(stage, failure(explain(error)), started);
  } finally {
    clearInterval(beat);
  }
}

/** A stage that counts as one check. */
export const asOutcome = (/** @type {{ code: number, output: string }} */ { code, output }) =>
  code === 0 ? { passed: 1, failed: 0, output } : failure(output);

const failure = (/** @type {string} */ output) => ({ passed: 0, failed: 1, output });

function tell(/** @type {Stage} */ { name }, /** @type {Outcome} */ outcome, /** @type {number} */ started) {
  const { passed, failed, output } = outcome;
  const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
  console.log(`${failed > 0 ? '✗' : '✓'}  ${name.padEnd(12)} ${counts} (${seconds(started)})`);
  if (failed > 0) console.log(`\n${output.trim()}\n`);
  return outcome;
}
