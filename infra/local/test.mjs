// @ts-check
// `npm test`. Until the packages are installed, nothing here may import anything but Node itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled, needsInstall } from './install.mjs';
import { whenOrphaned } from './orphaned.mjs';
import { seconds, step } from './output.mjs';
import { explain } from './problem.mjs';
import { requireSupportedPlatform } from './requirements.mjs';

// Leaving in this way, and not by the signal itself, takes the running stage along.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
whenOrphaned(() => process.exit(1));

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
  const stages = await stagesFor(args.filter((arg) => arg !== '--times'));
  if (!args.includes('--times')) return finish(await runStages(stages));
  const { printTimes } = await import('./testing/times.mjs');
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-times-'));
  process.env.MONIKER_TEST_TIMES = folder;
  try {
    const outcome = await runStages(stages);
    printTimes(folder);
    finish(outcome);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function finish(/** @type {{ passed: number, failed: number }} */ { passed, failed }) {
  console.log(`\nin ${seconds(started)}\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
