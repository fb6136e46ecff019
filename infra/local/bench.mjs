// @ts-check
// `npm run bench` measures the ledger, `npm run bench -- lists` the lists of the admin panel, `npm run bench -- http`
// the API. Until the packages are installed, nothing here may import anything but Node itself.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, needsInstall } from './install.mjs';
import { step } from './output.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { endProcess } from './processes.mjs';
import { explain, Problem } from './problem.mjs';
import { requireMachine } from './requirements.mjs';
import { run } from './run.mjs';
import { Shutdown } from './shutdown.mjs';

const COMPILER = inRoot('node_modules/typescript/bin/tsc');
const COMPILED = inRoot('api/bench/dist');
const FOLLOW_PARENT = pathToFileURL(inRoot('infra/local/follow-parent.mjs')).href;

const PASSWORDS = { owner: 'bench-owner', app: 'bench-app', auditor: 'bench-auditor' };

// As durable as what `npm start` runs. Checkpoints only wait for the end, so that none falls into the time of one
// way and not of another.
const SETTINGS = { fsync: 'on', synchronous_commit: 'on', max_wal_size: '32GB', checkpoint_timeout: '1h' };

const [first, ...rest] = process.argv.slice(2);
const part = first === 'lists' || first === 'http' ? first : null;
const args = part === null ? process.argv.slice(2) : rest;
const quiet = args.includes('--json');
const shutdown = new Shutdown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(1));

try {
  await leave(await bench());
} catch (error) {
  if (!shutdown.signal.aborted) console.error(`✗  ${explain(error)}`);
  await leave(1);
}

async function bench() {
  requireMachine();
  if (needsInstall()) await announced('Installing packages', () => install(shutdown.signal));
  await announced('Building the benchmark', compile);
  const urls = await announced('Starting a PostgreSQL in a temporary folder', startDatabase);
  const env = {
    ...process.env,
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_URL: urls.app,
    SECRET_KEY: randomBytes(32).toString('base64url'),
  };
  await announced('Migrating it', () => finished([path.join(COMPILED, 'src/migrate.js')], env));
  return announced('Measuring', () => measure(env));
}

/**
 * Says what is going on, unless the output is for a program.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
function announced(title, work) {
  return quiet ? work() : step(title, work);
}

/** Compiles the benchmark with its own copy of the API's code. */
async function compile() {
  rmSync(COMPILED, { recursive: true, force: true });
  await finished([COMPILER, '-p', inRoot('api/tsconfig.bench.json')], process.env);
}

async function startDatabase() {
  const { provisionDatabase, provisionRoles, urlsPerRole } = await import('./postgres/provision.mjs');
  const { startPostgres } = await import('./postgres/server.mjs');
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-bench-'));
  chmodSync(folder, 0o711);
  shutdown.add(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startPostgres({
    folder: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    password: 'bench-super',
    settings: SETTINGS,
  });
  shutdown.add(() => server.stop());
  await provisionRoles(server.url, PASSWORDS);
  await provisionDatabase(server.url, 'moniker');
  return urlsPerRole(server.url, 'moniker', PASSWORDS);
}

async function finished(/** @type {string[]} */ command, /** @type {NodeJS.ProcessEnv} */ env) {
  const { code, output } = await run(process.execPath, command, { env, signal: shutdown.signal });
  if (code !== 0) throw new Problem(output.trim());
}

async function measure(/** @type {NodeJS.ProcessEnv} */ env) {
  const script = path.join(COMPILED, 'bench', part ?? '', 'main.js');
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', '--import', FOLLOW_PARENT, script, ...args],
    {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const { pid } = child;
  if (pid) shutdown.add(() => endProcess(pid, { graceMs: 2_000 }));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

async function leave(/** @type {number} */ code) {
  await shutdown.close();
  process.exit(code);
}
