// @ts-check
// `npm run mutations` puts known faults into a copy of the code, one at a time, and tells whether the tests notice.
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

/** @typedef {import('./mutations/workbench.mjs').Planned} Planned */
/** @typedef {import('./mutations/report.mjs').Judged} Judged */

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
  await step('Starting PostgreSQL, if it is needed', () => workbench.startServer(planned));
  const judged = await judgeAll(workbench, planned);
  const counts = countsOf(judged);
  if (options.report) writeReport(options.report, judged, (performance.now() - started) / 1000);
  console.log(`\n${tableOf(judged)}\n\n${totalOf(counts)}`);
  return counts.killed === judged.length && judged.length > 0 ? 0 : 1;
}

/** Judges the mutations of one Jest project after another, each project after its tests have passed unmutated. */
async function judgeAll(/** @type {Workbench} */ workbench, /** @type {Planned[]} */ planned) {
  /** @type {Judged[]} */
  const judged = [];
  for (const project of new Set(planned.map((one) => one.project))) {
    const ofProject = planned.filter((one) => one.project === project);
    const problems = await step(`Running the ${project} tests without mutations`, () =>
      workbench.baseline(ofProject),
    );
    for (const one of ofProject) {
      const result = await judgedOf(workbench, one, problems.get(one.id));
      judged.push(result);
      console.log(lineOf(result));
    }
  }
  return judged;
}

/** @returns {Promise<Judged>} */
async function judgedOf(
  /** @type {Workbench} */ workbench,
  /** @type {Planned} */ planned,
  /** @type {string | undefined} */ problem,
) {
  const started = performance.now();
  /** @type {import('./mutations/workbench.mjs').Verdict} */
  const verdict =
    problem === undefined ? await workbench.judge(planned) : { outcome: 'broken', detail: problem };
  return { ...planned, ...verdict, seconds: (performance.now() - started) / 1000 };
}

async function leave(/** @type {number} */ code) {
  await shutdown.close();
  process.exit(code);
}
