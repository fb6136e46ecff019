// @ts-check
import { seconds } from '../output.mjs';
import { explain } from '../problem.mjs';

/**
 * @typedef {{ passed: number, failed: number, output: string }} Outcome
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} [lane] stages of the same lane run one at a time; a stage without a lane waits only for its
 *   needs
 * @property {string[]} [needs] names of the stages that must have passed before
 * @property {() => Promise<Outcome>} run
 */

const HEARTBEAT_MS = 30_000;

/**
 * Runs stages in parallel as far as their needs and lanes allow, and prints the result of each when it ends. A stage
 * that needs a failed one counts as failed without being run.
 * @param {Stage[]} stages each listed after those that it needs; a lane runs its stages in this order
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runStages(stages) {
  /** @type {Map<string, Promise<Outcome>>} */
  const outcomes = new Map();
  /** @type {Map<string, Promise<unknown>>} */
  const lanes = new Map();
  for (const stage of stages) {
    const needs = (stage.needs ?? []).map(async (name) => ({ name, outcome: await outcomes.get(name) }));
    const lane = stage.lane ? lanes.get(stage.lane) : undefined;
    const outcome = runAfter(stage, lane, needs);
    outcomes.set(stage.name, outcome);
    if (stage.lane) lanes.set(stage.lane, outcome);
  }
  const all = await Promise.all(outcomes.values());
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/**
 * @param {Stage} stage
 * @param {Promise<unknown> | undefined} lane
 * @param {Promise<{ name: string, outcome: Outcome | undefined }>[]} needs
 */
async function runAfter(stage, lane, needs) {
  await lane;
  const failed = (await Promise.all(needs)).find(({ outcome }) => outcome && outcome.failed > 0);
  if (failed) return report(stage, failure(`It needs "${failed.name}", which failed.`), Date.now());
  return runStage(stage);
}

async function runStage(/** @type {Stage} */ stage) {
  const started = Date.now();
  const heartbeat = setInterval(() => console.log(`   ${stage.name} … ${seconds(started)}`), HEARTBEAT_MS);
  try {
    return report(stage, await stage.run(), started);
  } catch (error) {
    return report(stage, failure(explain(error)), started);
  } finally {
    clearInterval(heartbeat);
  }
}

/** The outcome of a stage that counts as one check. */
export const outcomeOf = (/** @type {{ code: number, output: string }} */ { code, output }) =>
  code === 0 ? { passed: 1, failed: 0, output } : failure(output);

const failure = (/** @type {string} */ output) => ({ passed: 0, failed: 1, output });

/** Prints a stage's result, and its output if it failed. */
function report(
  /** @type {Stage} */ { name },
  /** @type {Outcome} */ outcome,
  /** @type {number} */ started,
) {
  const { passed, failed, output } = outcome;
  const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`;
  console.log(`${failed > 0 ? '✗' : '✓'}  ${name.padEnd(12)} ${counts} (${seconds(started)})`);
  if (failed > 0) console.log(`\n${output.trim()}\n`);
  return outcome;
}
