// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';
import { startService } from './service.mjs';

/**
 * Runs a compiled script that prepares the database, as the owner of the schema.
 * @param {'migrate' | 'seed'} name
 * @param {{ env: NodeJS.ProcessEnv, ownerUrl: string, dataFolder: string, signal?: AbortSignal }} options
 */
export async function runScript(name, { env, ownerUrl, dataFolder, signal }) {
  const { code, output } = await run(process.execPath, [inRoot(`api/dist/${name}.js`)], {
    env: { ...env, DATABASE_OWNER_URL: ownerUrl },
    signal,
  });
  writeFileSync(path.join(dataFolder, 'logs', `${name}.log`), output, { mode: 0o600 });
  if (code !== 0) throw new Problem(`The ${name} script failed:\n${output.trim()}`);
}

/**
 * Starts the API and the worker.
 * @param {{ env: NodeJS.ProcessEnv, port: number, dataFolder: string }} options
 */
export function startBank({ env, port, dataFolder }) {
  const api = startService({ name: 'api', script: inRoot('api/dist/main.js'), env, dataFolder });
  const worker = startService({ name: 'worker', script: inRoot('api/dist/worker.js'), env, dataFolder });
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
