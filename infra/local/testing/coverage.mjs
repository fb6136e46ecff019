// @ts-check
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoverageReport } from 'monocart-coverage-reports';
import { inRoot, ROOT } from '../paths.mjs';
import { step } from '../output.mjs';
import { Problem } from '../problem.mjs';
import { run } from '../run.mjs';
import { coverageTable } from './coverage-summary.mjs';
import { readRawCoverage } from './raw-coverage.mjs';
import transform from './typescript-transform.mjs';

const REPORT = inRoot('.cache/coverage');
const RAW = inRoot('.cache/coverage-raw');
/** The built web app. Not in `.cache`, because the API serves no file below a folder whose name begins with a dot. */
const WEB = inRoot('web/coverage/dist');

/**
 * Runs tests and reports which branches and lines of the product they reach in Jest, in compiled programs and in the
 * browser.
 * @template T
 * @param {() => Promise<T>} tests
 */
export async function withCoverage(tests) {
  rmSync(RAW, { recursive: true, force: true });
  mkdirSync(RAW, { recursive: true });
  await step('Building the web app with source maps', buildWeb);
  process.env.MONIKER_TEST_COVERAGE = RAW;
  process.env.MONIKER_TEST_WEB_DIR = WEB;
  try {
    const outcome = await tests();
    await report();
    return outcome;
  } finally {
    for (const folder of [RAW, path.dirname(WEB)]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds without minification, because a minifier merges branches. */
async function buildWeb() {
  const args = ['build', inRoot('web'), '--config', inRoot('web/vite.config.ts'), '--logLevel', 'warn'];
  const options = ['--outDir', WEB, '--emptyOutDir', '--sourcemap', '--minify', 'false'];
  const { code, output } = await run(inRoot('node_modules/.bin/vite'), [...args, ...options]);
  if (code !== 0) throw new Problem(`The web app doesn't build:\n${output.trim()}`);
}

async function report() {
  const report = new CoverageReport({
    name: 'Moniker',
    outputDir: REPORT,
    baseDir: ROOT,
    logging: 'error',
    reports: ['v8', 'lcovonly'],
    cleanCache: true,
    sourceFilter: isSource,
    sourcePath: pathOf,
    all: {
      dir: [inRoot('api/src'), inRoot('common/src'), inRoot('web/src')],
      filter: (file) => isSource(path.relative(ROOT, file)),
      transformer: compile,
    },
  });
  const results = await step('Merging the coverage', async () => {
    await report.add(readRawCoverage(RAW));
    return report.generate();
  });
  if (!results) return;
  console.log(`\n${coverageTable(results.files)}`);
  console.log(`\nEach file: ${REPORT}/index.html`);
}

const isSource = (/** @type {string} */ file) =>
  /^(api|common|web)\/src\/.*\.tsx?$/.test(file) && !/\.(spec|fixtures|d|gen)\.ts$/.test(file);

/** The path of a source relative to the root. In source maps it is relative to the built file. */
const pathOf = (
  /** @type {string} */ file,
  /** @type {{ url?: string, distFile?: string }} */ { url = '', distFile },
) => (distFile && url.startsWith('..') ? path.join(path.dirname(distFile), url) : file);

/** Compiles a source that no test has loaded, so its branches count as not covered. */
async function compile(/** @type {{ url: string, source: string, sourceMap?: object }} */ entry) {
  const { code, map } = transform.process(entry.source, fileURLToPath(entry.url));
  Object.assign(entry, { source: code, sourceMap: map });
}
