// @ts-check
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { tailOf } from '../logs.mjs';
import { freePort } from '../ports.mjs';
import { Problem } from '../problem.mjs';
import { endProcess, isAlive } from '../processes.mjs';
import { poll } from '../wait.mjs';
import { postgresAccount } from './account.mjs';
import { installedPostgres, program } from './binaries.mjs';
import { clusterDir, ensureCluster, SERVER_ENV, SUPERUSER } from './cluster.mjs';
import { readPidFile, stopOrphanedServer } from './orphaned-server.mjs';
import { resolveDataDir, resolveProgramsDir } from './data-dir.mjs';

/**
 * @typedef {object} PostgresOptions
 * @property {string} folder preferred folder for the server's files
 * @property {string} logFile
 * @property {string} password of the superuser
 * @property {number} [port] preferred port
 * @property {string | undefined} [programs] the folder of a PostgreSQL installation other than npm's, for an
 *   existing cluster
 * @property {Record<string, string>} [settings]
 * @property {AbortSignal} [signal] aborts the start
 *
 * @typedef {object} PostgresServer
 * @property {number} port
 * @property {number} pid
 * @property {string | undefined} relocatedTo folder of the server's files, if it is not the preferred one
 * @property {string} url the superuser's URL
 * @property {Promise<void>} ended resolves when the server has stopped for any reason
 * @property {() => Promise<void>} stop
 */

// A shell that supervises the server and stops it when the shell's stdin closes, which also happens when the launcher
// is killed. The server does not receive the terminal's Ctrl-C, so the API can finish its work before the database
// stops.
const SUPERVISOR = `
exec 3<&0
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -INT $server; } 2>/dev/null &
watcher=$!
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code`;

/**
 * Starts PostgreSQL, by default the one that npm installed. Creates its cluster if necessary.
 * @param {PostgresOptions} options
 * @returns {Promise<PostgresServer>}
 */
export async function startPostgres(options) {
  const account = postgresAccount();
  const programs = options.programs ?? resolveProgramsDir(await installedPostgres(), account);
  const dataDir = resolveDataDir(options.folder, account);
  const data = clusterDir(dataDir);
  await stopOrphanedServer(data);
  const { password, signal } = options;
  await ensureCluster(dataDir, { programs, account, password, signal });
  signal?.throwIfAborted();
  const port = await freePort(options.port);
  const supervisor = spawnSupervisor({
    ...options,
    port,
    program: program(programs, 'postgres'),
    account,
    data,
  });
  const ended = new Promise((/** @type {(value: void) => void} */ resolve) =>
    supervisor.once('close', () => resolve()),
  );
  const pid = await untilReady(supervisor, data, options);
  return {
    port,
    pid,
    relocatedTo: dataDir === options.folder ? undefined : dataDir,
    ended,
    url: `postgres://${SUPERUSER}:${options.password}@127.0.0.1:${port}/postgres`,
    stop: () => stop(supervisor, pid, ended),
  };
}

/**
 * @param {PostgresOptions & { port: number, program: string, data: string, account: import('./account.mjs').Account | undefined }} options
 */
function spawnSupervisor({ program, data, port, settings = {}, account, logFile }) {
  const all = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) },
    // Needed when KurrentDB keeps the log. Always set, because a server with prepared transactions refuses to start
    // with a lower limit than before.
    max_prepared_transactions: '50',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'postgres-supervisor', program, '-D', data, ...flags], {
    ...account,
    cwd: data,
    env: SERVER_ENV,
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  return child;
}

/** Waits until the server accepts connections. The server may first have to recover from a crash. */
async function untilReady(
  /** @type {import('node:child_process').ChildProcess} */ supervisor,
  /** @type {string} */ data,
  /** @type {PostgresOptions} */ { logFile, signal },
) {
  const pid = await poll(
    () => {
      if (signal?.aborted || supervisor.exitCode !== null || supervisor.signalCode !== null) return -1;
      const file = readPidFile(data);
      return file?.ready && isAlive(file.pid) ? file.pid : undefined;
    },
    { timeoutMs: 120_000, everyMs: 20 },
  );
  if (pid && pid > 0) return pid;
  supervisor.stdin?.end();
  signal?.throwIfAborted();
  throw new Problem(`PostgreSQL didn't start:\n${tailOf(logFile)}`);
}

async function stop(
  /** @type {import('node:child_process').ChildProcess} */ supervisor,
  /** @type {number} */ pid,
  /** @type {Promise<void>} */ ended,
) {
  supervisor.stdin?.end();
  const stopped = await poll(() => supervisor.exitCode !== null || supervisor.signalCode !== null, {
    timeoutMs: 30_000,
  });
  if (!stopped) await endProcess(pid, { graceMs: 10_000, first: 'SIGQUIT' });
  await ended;
}
