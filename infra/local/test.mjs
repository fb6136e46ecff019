// @ts-check
// `npm test`. Until the packages are installed, nothing here may import anything but Node itself.
import { ensureInstalled, needsInstall } from './install.mjs';
import { whenOrphaned } from './orphaned.mjs';
import { step } from './output.mjs';
import { explain } from './problem.mjs';
import { requireMachine } from './requirements.mjs';
import { runStage } from './testing/run-stage.mjs';
import { stagesFor } from './testing/stages.mjs';

// Leaving in this way, and not by the signal itself, takes the running stage along.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
whenOrphaned(() => process.exit(1));

try {
  requireMachine();
  if (needsInstall()) await step('Installing packages', ensureInstalled);
  await runAll(stagesFor(process.argv.slice(2)));
} catch (error) {
  console.error(`✗  ${explain(error)}`);
  finish({ passed: 0, failed: 1 });
}

/** Runs every stage; one that needs a stage which failed counts as failed without being run. */
async function runAll(/** @type {import('./testing/run-stage.mjs').Stage[]} */ stages) {
  const total = { passed: 0, failed: 0 };
  /** @type {Set<string>} */
  const broken = new Set();
  for (const stage of stages) {
    const { passed, failed } = await runStage(stage, broken);
    if (failed > 0) broken.add(stage.name);
    total.passed += passed;
    total.failed += failed;
  }
  finish(total);
}

function finish(/** @type {{ passed: number, failed: number }} */ { passed, failed }) {
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
