// @ts-check
import { ensureApiTypes } from '../api-types.mjs';
import { deathOf, openInstallation } from '../launch.mjs';
import { forwardIpv6Loopback } from '../loopback.mjs';
import { step } from '../output.mjs';
import { inRoot } from '../paths.mjs';
import { explain, Problem } from '../problem.mjs';
import { welcome } from '../welcome.mjs';
import { DevBank } from './dev-bank.mjs';
import { startDevWeb } from './dev-web.mjs';
import { PROGRAMS, SOURCES, Transpiler } from './transpiler.mjs';
import { startTypeChecker } from './type-checker.mjs';
import { watchTree } from './watch-tree.mjs';

/** The parts whose types are checked. */
const PARTS = /** @type {const} */ (['api', 'web']);

/**
 * @typedef {import('../shutdown.mjs').Shutdown} Shutdown
 *
 * @typedef {object} DevPlan
 * @property {string} dataFolder
 * @property {number} port of the web app
 * @property {number} apiPort
 * @property {number} inboxPort
 * @property {boolean} inspect whether debuggers may attach to the API and the worker
 * @property {Shutdown} shutdown
 */

/**
 * Starts the bank from its sources, and restarts the API and the worker when they change. Resolves with a message when
 * another part, such as the web app or the database, ends unexpectedly.
 * @param {DevPlan} plan
 */
export async function launchDev(plan) {
  const { dataFolder, shutdown } = plan;
  const transpiler = new Transpiler();
  await step('Compiling the API', () =>
    Promise.all([compileAll(transpiler, shutdown), shutdown.during(ensureApiTypes)]),
  );
  const installation = await openInstallation({ ...plan, programs: PROGRAMS });
  const { bank, web, failure } = await openBankAndWeb(plan, installation.env);
  shutdown.add(watchSources(() => applyChanges(transpiler, bank, shutdown)));
  const checkers = PARTS.map((part) => startTypeChecker(part, dataFolder));
  shutdown.add(() => Promise.all(checkers.map((checker) => checker.stop())));
  welcome({ ...plan, hasInbox: installation.hasInbox });
  if (failure) report(failure);
  return Promise.race([installation.died, ...[web, ...checkers].map(deathOf)]);
}

const watchSources = (/** @type {() => Promise<void>} */ onChange) =>
  watchTree(
    SOURCES.map((folder) => inRoot(folder)),
    onChange,
  );

/** Compiles everything. If a file has a syntax error, waits until it is fixed. */
async function compileAll(/** @type {Transpiler} */ transpiler, /** @type {Shutdown} */ shutdown) {
  for (;;) {
    const { errors } = await transpiler.update();
    if (errors.length === 0) return;
    for (const error of errors) report(new Problem(error));
    await new Promise((/** @type {(none: void) => void} */ resolve) => {
      const stop = watchSources(async () => {
        stop();
        resolve();
      });
      shutdown.add(stop);
    });
  }
}

/**
 * Starts the API, the worker and the web app. Continues if the API or the worker doesn't start, because the next
 * change starts both again.
 */
async function openBankAndWeb(
  /** @type {DevPlan} */ { dataFolder, port, apiPort, inspect, shutdown },
  /** @type {NodeJS.ProcessEnv} */ installationEnv,
) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...installationEnv, PORT: String(apiPort), WEB_DIR: '' };
  const host = env.HOST ?? '127.0.0.1';
  const onCrash = (/** @type {string} */ message) => report(new Problem(message));
  const bank = new DevBank({ env, port: apiPort, dataFolder, inspect, onCrash });
  shutdown.add(() => bank.close());
  const web = startDevWeb({ host, port, apiUrl: `http://127.0.0.1:${apiPort}`, dataFolder });
  shutdown.add(web.service.stop);
  /** @type {unknown} */
  let failure;
  const bankReady = bank.restart().catch((error) => (failure = error));
  await step('Starting the API, the worker and the web app', () => Promise.all([bankReady, web.ready()]));
  if (host === '127.0.0.1') {
    for (const each of [port, apiPort]) shutdown.add(await forwardIpv6Loopback(each));
  }
  return { bank, web: web.service, failure };
}

/**
 * Compiles the changed files, then restarts the API and the worker. Prints errors and waits for the next change.
 * @param {Transpiler} transpiler
 * @param {DevBank} bank
 * @param {Shutdown} shutdown
 */
async function applyChanges(transpiler, bank, shutdown) {
  try {
    const { changed, errors } = await transpiler.update();
    if (errors.length > 0) throw new Problem(errors.join('\n'));
    if (changed) await step('Restarting the API and the worker', () => bank.restart());
  } catch (error) {
    if (!shutdown.signal.aborted) report(error);
  }
}

function report(/** @type {unknown} */ error) {
  console.error(`✗  ${explain(error)}\n•  Waiting for a change in ${SOURCES.join(' or ')}`);
}
