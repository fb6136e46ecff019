// @ts-check
// `npm run bench` measures the ledger's writing, `npm run bench -- <program>` something else. Until the packages are installed, nothing here may import anything but Node itself.
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
import { requireSupportedPlatform } from './requirements.mjs';
import { run } from './run.mjs';
import { Shutdown } from './shutdown.mjs';

const COMPILER = inRoot('node_modules/typescript/bin/tsc');
const COMPILED = inRoot('api/bench/dist');
const FOLLOW_PARENT = pathToFileURL(inRoot('infra/local/follow-parent.mjs')).href;

const PASSWORDS = { owner: 'bench-owner', app: 'bench-app', auditor: 'bench-auditor' };

// As durable as what `npm start` runs, with the memory of `docker-compose.yml`. A checkpoint comes only where a program
// asks for one, so that none falls into the time of one way and not of another; it keeps the log files for use again.
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  min_wal_size: '4GB',
  max_wal_size: '32GB',
  checkpoint_timeout: '1h',
  // A full pool for each of the rivals.
  max_connections: '200',
};

/**
 * What can be measured, by the first argument. By the variable that names them: `banks`, further ledgers for the
 * application, and `databases`, empty unless they are a ledger's, for the superuser.
 * @typedef {object} Program
 * @property {string} script
 * @property {Record<string, string>} [banks]
 * @property {Record<string, string>} [databases]
 * @property {Record<string, string>} [settings] instead of those above
 */

/** @type {Record<string, Program>} */
const PROGRAMS = {
  transfers: {
    script: 'main.js',
    databases: { EMMETT_URL: 'emmett', MESSAGE_DB_URL: 'message_store', SERVER_URL: 'moniker' },
  },
  lists: { script: 'lists/main.js' },
  http: { script: 'http/main.js' },
  processes: { script: 'processes/main.js' },
  replay: { script: 'replay/main.js' },
  growth: {
    script: 'growth/main.js',
    banks: { SMALL_BANK_URL: 'moniker_small' },
    databases: { STATEMENTS_URL: 'moniker' },
    // Checkpoints come as they do by default: what they cost may well depend on the size of the tables.
    settings: { fsync: 'on', synchronous_commit: 'on', shared_preload_libraries: 'pg_stat_statements' },
  },
};

const [first = '', ...rest] = process.argv.slice(2);
const isNamed = Object.hasOwn(PROGRAMS, first);
const program = PROGRAMS[isNamed ? first : 'transfers'] ?? { script: '' };
const args = isNamed ? rest : process.argv.slice(2);
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
  requireSupportedPlatform();
  if (needsInstall()) await announced('Installing packages', () => install(shutdown.signal));
  await announced('Building the benchmark', compile);
  const env = await announced('Starting a PostgreSQL in a temporary folder', startDatabases);
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

/** Compiles the benchmark with its own copy of the API's code, or what has changed of them since the last time. */
async function compile() {
  await finished([COMPILER, '-p', inRoot('api/tsconfig.bench.json')], process.env);
}

/** Starts the server with every database of the program; answers the environment that names them. */
async function startDatabases() {
  const { inDatabase, provisionDatabase, provisionRoles, urlsPerRole } =
    await import('./postgres/provision.mjs');
  const server = await startServer();
  await provisionRoles(server.url, PASSWORDS);
  const makeBank = async (/** @type {string} */ name) => {
    await provisionDatabase(server.url, name);
    const { owner, app, auditor } = urlsPerRole(server.url, name, PASSWORDS);
    const env = { ...process.env, DATABASE_OWNER_URL: owner, DATABASE_URL: app };
    await finished([path.join(COMPILED, 'src/migrate.js')], env);
    return { owner, app, auditor };
  };
  const bank = await makeBank('moniker');
  const secret = randomBytes(32).toString('base64url');
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    DATABASE_OWNER_URL: bank.owner,
    DATABASE_URL: bank.app,
    DATABASE_AUDITOR_URL: bank.auditor,
    SECRET_KEY: secret,
  };
  for (const [variable, name] of Object.entries(program.banks ?? {}))
    env[variable] = (await makeBank(name)).app;
  for (const [variable, name] of Object.entries(program.databases ?? {})) {
    await provisionDatabase(server.url, name);
    env[variable] = inDatabase(server.url, name);
  }
  return env;
}

async function startServer() {
  const { startPostgres } = await import('./postgres/server.mjs');
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-bench-'));
  chmodSync(folder, 0o711);
  shutdown.add(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startPostgres({
    folder: path.join(folder, 'postgres'),
    logFile: path.join(folder, 'postgres.log'),
    password: 'bench-super',
    settings: program.settings ?? SETTINGS,
  });
  shutdown.add(() => server.stop());
  return server;
}

async function finished(/** @type {string[]} */ command, /** @type {NodeJS.ProcessEnv} */ env) {
  const { code, output } = await run(process.execPath, command, { env, signal: shutdown.signal });
  if (code !== 0) throw new Problem(output.trim());
}

async function measure(/** @type {NodeJS.ProcessEnv} */ env) {
  const script = path.join(COMPILED, 'bench', program.script);
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
