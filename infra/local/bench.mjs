// @ts-check
// `npm run bench` measures transfers; `npm run bench -- <program>` runs one of the other benchmarks.
// Until the packages are installed, this file and the files it imports must not import any package.
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

const COMPILER = inRoot('node_modules/typescript-native/bin/tsc');
const COMPILED = inRoot('api/bench/dist');
const FOLLOW_PARENT = pathToFileURL(inRoot('infra/local/follow-parent.mjs')).href;

const PASSWORDS = { owner: 'bench-owner', app: 'bench-app', auditor: 'bench-auditor' };

// Durable like `npm start`, with the shared buffers of `docker-compose.yml`. Checkpoints happen only when a benchmark
// requests one. Otherwise, a checkpoint could slow down one contender and not the others. `min_wal_size` keeps WAL
// files for reuse.
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '512MB',
  min_wal_size: '4GB',
  max_wal_size: '32GB',
  checkpoint_timeout: '1h',
  // Enough for a full connection pool per contender.
  max_connections: '200',
};

/**
 * A benchmark program. `banks` and `databases` map environment variables to database names.
 *
 * Each bank is an additional migrated database. Its variable (`…_URL`) gets the URL for the application's role, and a
 * second variable (`…_AUDITOR_URL`) gets the URL for the auditors' role.
 *
 * The variables in `databases` get the superuser's URL for a database. The database is empty unless it is also a
 * bank's database.
 * @typedef {object} Program
 * @property {string} script
 * @property {Record<string, string>} [banks]
 * @property {Record<string, string>} [databases]
 * @property {Record<string, string>} [settings] replaces SETTINGS
 * @property {boolean} [needsKurrentDb] sets KURRENTDB_URL
 * @property {boolean} [needsCluster] uses a cluster of three machines instead of one PostgreSQL server
 */

/** The programs, by the first argument. @type {Record<string, Program>} */
const PROGRAMS = {
  transfers: {
    script: 'main.js',
    databases: { EMMETT_URL: 'emmett', MESSAGE_DB_URL: 'message_store', SERVER_URL: 'moniker' },
  },
  lists: { script: 'lists/main.js' },
  http: { script: 'http/main.js' },
  processes: { script: 'processes/main.js' },
  replication: { script: 'replication/main.js', databases: { SERVER_URL: 'moniker' }, needsCluster: true },
  replay: { script: 'replay/main.js' },
  signing: { script: 'signing/main.js' },
  engines: {
    script: 'engines/main.js',
    banks: { KURRENT_BANK_URL: 'moniker_kurrent' },
    needsKurrentDb: true,
  },
  growth: {
    script: 'growth/main.js',
    banks: { SMALL_BANK_URL: 'moniker_small' },
    databases: { STATEMENTS_URL: 'moniker' },
    // Uses PostgreSQL's default checkpoints, because their cost may depend on the size of the tables.
    settings: { fsync: 'on', synchronous_commit: 'on', shared_preload_libraries: 'pg_stat_statements' },
  },
};

const [first = '', ...rest] = process.argv.slice(2);
const isNamed = Object.hasOwn(PROGRAMS, first);
const program = PROGRAMS[isNamed ? first : 'transfers'] ?? { script: '' };
const args = isNamed ? rest : process.argv.slice(2);
const quiet = args.includes('--json');
/** Options of `transfers`. The other programs check theirs themselves. */
const TRANSFER_OPTION = /^--(quick|json|(json|chart)=.*)$/;
const shutdown = new Shutdown();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(1));

try {
  await bench();
  await leave(0);
} catch (error) {
  if (!shutdown.signal.aborted) console.error(`✗  ${explain(error)}`);
  await leave(1);
}

async function bench() {
  const unknown = args.find((arg) => !TRANSFER_OPTION.test(arg));
  if (program === PROGRAMS.transfers && unknown !== undefined) {
    const others = Object.keys(PROGRAMS).filter((name) => name !== 'transfers');
    throw new Problem(
      `Unknown option ${unknown}. Options: --quick, --json, --json=<file>, --chart=<folder>. Other benchmarks: ${others.join(', ')}.`,
    );
  }
  requireSupportedPlatform();
  if (needsInstall()) await reportStep('Installing packages', () => install(shutdown.signal));
  await reportStep('Building the benchmark', compile);
  const env = await reportStep('Starting temporary databases', startDatabases);
  await reportStep('Measuring', () => measure(env));
}

/**
 * Runs a step. Prints its title and duration unless `--json` is set.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
function reportStep(title, work) {
  return quiet ? work() : step(title, work);
}

/** Compiles `common`, then the benchmark and its own copy of the API's code, incrementally. */
async function compile() {
  for (const project of ['common/tsconfig.build.json', 'api/tsconfig.bench.json'])
    await runNode([COMPILER, '-p', inRoot(project)], process.env);
}

/** Starts the server and creates the program's databases. Returns the environment that names them. */
async function startDatabases() {
  const { inDatabase, provisionDatabase, provisionRoles, urlsPerRole } =
    await import('./postgres/provision.mjs');
  const server = program.needsCluster ? await startCluster() : await startServer();
  await provisionRoles(server.url, PASSWORDS);
  const createBank = async (/** @type {string} */ name) => {
    await provisionDatabase(server.url, name);
    const { owner, app, auditor } = urlsPerRole(server.url, name, PASSWORDS);
    const env = { ...process.env, DATABASE_OWNER_URL: owner, DATABASE_URL: app };
    await runNode([path.join(COMPILED, 'src/apps/migrate.js')], env);
    return { owner, app, auditor };
  };
  const bank = await createBank('moniker');
  const secret = randomBytes(32).toString('base64url');
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    DATABASE_OWNER_URL: bank.owner,
    DATABASE_URL: bank.app,
    DATABASE_AUDITOR_URL: bank.auditor,
    SECRET_KEY: secret,
  };
  for (const [variable, name] of Object.entries(program.banks ?? {})) {
    const { app, auditor } = await createBank(name);
    Object.assign(env, { [variable]: app, [variable.replace('_URL', '_AUDITOR_URL')]: auditor });
  }
  for (const [variable, name] of Object.entries(program.databases ?? {})) {
    await provisionDatabase(server.url, name);
    env[variable] = inDatabase(server.url, name);
  }
  if (program.needsKurrentDb) env.KURRENTDB_URL = await openKurrentDb();
  return env;
}

/** Resolves with KURRENTDB_URL if it is set; otherwise starts an installed server and resolves with its URL. */
async function openKurrentDb() {
  if (process.env.KURRENTDB_URL) return process.env.KURRENTDB_URL;
  const { endKurrentNode, PROGRAM, startKurrentNode } = await import('./kurrentdb-node.mjs');
  if (PROGRAM === undefined)
    throw new Problem(
      'This benchmark needs KurrentDB. Set KURRENTDB_URL to the URL of a server, or KURRENTDB_HOME to the folder of an installed one.',
    );
  const { freePort } = await import('./ports.mjs');
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-bench-'));
  const ports = [await freePort(), await freePort()];
  const node = await startKurrentNode({ folder, ports });
  shutdown.add(async () => {
    await endKurrentNode(node);
    rmSync(folder, { recursive: true, force: true });
  });
  return `kurrentdb://127.0.0.1:${ports[0]}?tls=false`;
}

async function startCluster() {
  const { ensurePackages } = await import('../ha/packages.mjs');
  const { Cluster } = await import('../ha/cluster.mjs');
  await ensurePackages();
  const folder = mkdtempSync(path.join(tmpdir(), 'moniker-bench-'));
  chmodSync(folder, 0o711);
  shutdown.add(() => rmSync(folder, { recursive: true, force: true }));
  const cluster = new Cluster(path.join(folder, 'machines'), 'mnkr-bench');
  shutdown.add(() => cluster.stop());
  await cluster.start();
  return cluster;
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

async function runNode(/** @type {string[]} */ command, /** @type {NodeJS.ProcessEnv} */ env) {
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
  if (code !== 0) throw new Problem(`The benchmark ended with code ${code}.`);
}

async function leave(/** @type {number} */ code) {
  await shutdown.close();
  process.exit(code);
}
