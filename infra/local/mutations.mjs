// @ts-check
// `npm run mutations` puts known faults into a copy of the code, one at a time, and reports whether the tests detect them.
import { MUTATIONS } from '../../api/test/mutations/all-mutations.mjs';
import { Clone } from './mutations/clone.mjs';
import { readOptions, select } from './mutations/options.mjs';
import { countsOf, lineOf, tableOf, totalOf, writeReport } from './mutations/report.mjs';
import { plan, Workbench } from './mutations/workbench.mjs';
import { whenOrphaned } from './orphaned.mjs';
import { step } from './output.mjs';
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';
import { Shutdown } from './shutdown.mjs';

/** @typedef {import('./mutations/workbench.mjs').PlannedMutation} PlannedMutation */
/** @typedef {import('./mutations/report.mjs').MutationResult} MutationResult */

const shutdown = new Shutdown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(1));
whenOrphaned(() => void leave(1));

try {
  await leave(await main());
} catch (error) {
  if (!shutdown.signal.aborted) console.error(`✗  ${explain(error)}`);
  await leave(1);
}

async function main() {
  requireSupportedPlatform();
  const options = readOptions(process.argv.slice(2));
  const planned = plan(select(MUTATIONS, options));
  const started = performance.now();
  const clone = await step('Copying the repository', () => Clone.create());
  shutdown.add(() => clone.remove());
  const workbench = new Workbench(clone, shutdown);
  await step('Building the copy', () => workbench.build(planned));
  await step('Starting PostgreSQL if necessary', () => workbench.startServer(planned));
  const results = await runAll(workbench, planned);
  const counts = countsOf(results);
  if (options.report) writeReport(options.report, results, (performance.now() - started) / 1000);
  console.log(`\n${tableOf(results)}\n\n${totalOf(counts)}`);
  return counts.killed === results.length && results.length > 0 ? 0 : 1;
}

/** Runs the mutations, one Jest project after another. Each project first runs its tests without mutations. */
async function runAll(/** @type {Workbench} */ workbench, /** @type {PlannedMutation[]} */ planned) {
  /** @type {MutationResult[]} */
  const results = [];
  for (const project of new Set(planned.map((mutation) => mutation.project))) {
    const ofProject = planned.filter((mutation) => mutation.project === project);
    const problems = await step(`Running the ${project} tests without mutations`, () =>
      workbench.baseline(ofProject),
    );
    for (const mutation of ofProject) {
      const result = await runOne(workbench, mutation, problems.get(mutation.id));
      results.push(result);
      console.log(lineOf(result));
    }
  }
  return results;
}

/** @returns {Promise<MutationResult>} */
async function runOne(
  /** @type {Workbench} */ workbench,
  /** @type {PlannedMutation} */ mutation,
  /** @type {string | undefined} */ problem,
) {
  const started = performance.now();
  /** @type {import('./mutations/workbench.mjs').Verdict} */
  const verdict =
    problem === undefined ? await workbench.run(mutation) : { outcome: 'broken', detail: problem };
  return { ...mutation, ...verdict, seconds: (performance.now() - started) / 1000 };
}

async function leave(/** @type {number} */ code) {
  await shutdown.close();
  process.exit(code);
}
