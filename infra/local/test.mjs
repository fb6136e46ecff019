// @ts-check
// `npm test`. Until the packages are installed, this file and the files it imports must not import any package.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled, needsInstall } from './install.mjs';
import { whenOrphaned } from './orphaned.mjs';
import { seconds, step } from './output.mjs';
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';

// An explicit exit runs the exit handlers, which end the running stage. A signal alone would not run them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
whenOrphaned(() => process.exit(1));

/** Options of this script. `stagesFor` reads the other arguments. */
const OPTIONS = ['--times', '--coverage', '--slow-browser'];

/** `--slow-browser` makes pages this many times slower, to expose tests that don't wait for what they need. */
const SLOWDOWN = '6';

const started = Date.now();
try {
  requireSupportedPlatform();
  if (needsInstall()) await step('Installing packages', ensureInstalled);
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`✗  ${explain(error)}`);
  finish({ passed: 0, failed: 1 });
}

async function main(/** @type {string[]} */ args) {
  const { runStages } = await import('./testing/run-stages.mjs');
  const { stagesFor } = await import('./testing/stages.mjs');
  if (args.includes('--slow-browser')) process.env.MONIKER_SLOW_BROWSER = SLOWDOWN;
  const stages = await stagesFor(args.filter((arg) => !OPTIONS.includes(arg)));
  const tests = () => (args.includes('--times') ? withTimes(() => runStages(stages)) : runStages(stages));
  if (!args.includes('--coverage')) return finish(await tests());
  const { withCoverage } = await import('./testing/coverage.mjs');
  finish(await withCoverage(tests));
}

/**
 * Runs tests and prints how long they took.
 * @template T
 * @param {() => Promise<T>} tests
 */
async function withTimes(tests) {
  const { printTimes } = await import('./testing/times.mjs');
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-times-'));
  process.env.MONIKER_TEST_TIMES = folder;
  try {
    const outcome = await tests();
    printTimes(folder);
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function finish(/** @type {{ passed: number, failed: number }} */ { passed, failed }) {
  console.log(`\nin ${seconds(started)}\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
