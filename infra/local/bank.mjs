// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';
import { startService } from './service.mjs';

/** The folder in which `npm run build` puts the compiled programs. */
const BUILT = inRoot('api/dist');

/**
 * Runs a compiled script that prepares the database, as the owner of the schema.
 * @param {'migrate' | 'seed'} name
 * @param {{ env: NodeJS.ProcessEnv, ownerUrl: string, dataFolder: string, programs?: string | undefined, signal?: AbortSignal }} options
 */
export async function runScript(name, { env, ownerUrl, dataFolder, programs = BUILT, signal }) {
  const { code, output } = await run(process.execPath, [path.join(programs, 'apps', `${name}.js`)], {
    env: { ...env, DATABASE_OWNER_URL: ownerUrl },
    signal,
  });
  writeFileSync(path.join(dataFolder, 'logs', `${name}.log`), output, { mode: 0o600 });
  if (code !== 0) throw new Problem(`The ${name} script failed:\n${output.trim()}`);
  return output;
}

/**
 * Starts the API and the worker.
 * @param {{ env: NodeJS.ProcessEnv, port: number, dataFolder: string, programs?: string, nodeArgs?: { api: string[], worker: string[] } }} options
 */
export function startBank({ env, port, dataFolder, programs = BUILT, nodeArgs }) {
  const start = (/** @type {'api' | 'worker'} */ name, /** @type {string} */ script) =>
    startService({
      name,
      script: path.join(programs, 'apps', script),
      nodeArgs: nodeArgs?.[name],
      env,
      dataFolder,
    });
  const api = start('api', 'api.js');
  const worker = start('worker', 'worker.js');
  const ready = () =>
    Promise.all([
      api.untilReady(() => isReady(`http://127.0.0.1:${port}/readyz`)),
      worker.untilReady(() => readFileSync(worker.log, 'utf8').includes('worker ready')),
    ]);
  return { services: [api, worker], ready };
}

async function isReady(/** @type {string} */ url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
