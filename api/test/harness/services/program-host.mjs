// @ts-check
// A process that runs compiled programs of the product (the API or the worker) for tests, one at a time, each with its
// own settings. Loading the modules takes longer than starting a program, so it is done once. If a test needs the
// process itself, for example to measure it, the test starts its own process instead.
import 'reflect-metadata';
import { spent, useFastArgon2 } from './fast-argon2.mjs';

useFastArgon2();

const { readConfig } = await import('../../../dist/platform/config/config.js');
const { JsonLogger } = await import('../../../dist/platform/logs/json-logger.js');
const { Stopping } = await import('../../../dist/platform/process/stopping.js');
const { startApi } = await import('../../../dist/apps/start-api.js');
const { beginWork, createWorker } = await import('../../../dist/apps/start-worker.js');

/**
 * @typedef {import('../../../dist/platform/process/stopping.js').StartedProgram} StartedProgram
 * @typedef {{ env: NodeJS.ProcessEnv, program: 'api' | 'worker' }} StartRequest
 * @typedef {{ id: number, start: StartRequest } | { id: number, stop: true }} Request
 */

/** @type {StartedProgram | undefined} */
let running;

process.on('message', (/** @type {Request} */ request) => {
  const work = 'start' in request ? start(request.start) : stop();
  work.then(
    () => process.send?.({ id: request.id, hashingMs: spent.hashingMs }),
    (/** @type {unknown} */ error) =>
      process.send?.({ id: request.id, error: error instanceof Error ? error.message : String(error) }),
  );
});
// The preloaded `follow-parent.mjs` unrefs the channel, but here the channel keeps the process alive.
process.channel?.ref();
process.send?.({ ready: true });

async function start(/** @type {StartRequest} */ { env, program }) {
  if (running) throw new Error('this host is already running a program');
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const config = readConfig(process.env);
  const logger = new JsonLogger(program);
  if (program === 'api') {
    running = await startApi(config, logger);
  } else {
    running = await createWorker(config, logger);
    beginWork(running, logger);
  }
}

async function stop() {
  if (!running) return;
  const { app, closeOperations } = running;
  running = undefined;
  app.get(Stopping).begin();
  await app.close();
  await closeOperations();
}
