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
 * @property {string} folder where its files go
 * @property {string} logFile
 * @property {string} password of the superuser
 * @property {number} [port] taken if it is free
 * @property {Record<string, string>} [settings]
 *
 * @typedef {object} PostgresServer
 * @property {number} port
 * @property {number} pid
 * @property {string | undefined} elsewhere where its files are, if not in the folder that was asked for
 * @property {string} url as superuser
 * @property {Promise<void>} ended when the server has stopped, for whatever reason
 * @property {() => Promise<void>} stop
 */

// Stops the server when its own input closes, which also happens when the launcher is killed: nothing stays behind.
// The server has no part in the terminal's Ctrl-C, so the API can finish its work before the database goes.
const KEEPER = `
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
 * Starts the PostgreSQL that npm installed, making its cluster first if there is none.
 * @param {PostgresOptions} options
 * @returns {Promise<PostgresServer>}
 */
export async function startPostgres(options) {
  const account = postgresAccount();
  const programs = resolveProgramsDir(await installedPostgres(), account);
  const place = resolveDataDir(options.folder, account);
  const data = clusterDir(place);
  await stopOrphanedServer(data);
  ensureCluster(place, { programs, account, password: options.password });
  const port = await freePort(options.port);
  const keeper = spawnKeeper({
    ...options,
    port,
    program: program(programs, 'postgres'),
    account,
    data,
  });
  const ended = new Promise((/** @type {(none: void) => void} */ resolve) =>
    keeper.once('close', () => resolve()),
  );
  const pid = await untilReady(keeper, data, options.logFile);
  return {
    port,
    pid,
    elsewhere: place === options.folder ? undefined : place,
    ended,
    url: `postgres://${SUPERUSER}:${options.password}@127.0.0.1:${port}/postgres`,
    stop: () => stop(keeper, pid, ended),
  };
}

/**
 * @param {PostgresOptions & { port: number, program: string, data: string, account: import('./account.mjs').Account | undefined }} options
 */
function spawnKeeper({ program, data, port, settings = {}, account, logFile }) {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn('/bin/sh', ['-c', KEEPER, 'postgres-keeper', program, '-D', data, ...flags], {
    ...account,
    cwd: data,
    env: SERVER_ENV,
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  return child;
}

/** Waits until the server accepts connections: it may first have to recover from a crash. */
async function untilReady(
  /** @type {import('node:child_process').ChildProcess} */ keeper,
  /** @type {string} */ data,
  /** @type {string} */ logFile,
) {
  const pid = await poll(
    () => {
      if (keeper.exitCode !== null || keeper.signalCode !== null) return -1;
      const file = readPidFile(data);
      return file?.ready && isAlive(file.pid) ? file.pid : undefined;
    },
    { timeoutMs: 120_000, everyMs: 20 },
  );
  if (pid && pid > 0) return pid;
  keeper.stdin?.end();
  throw new Problem(`PostgreSQL did not start:\n${tailOf(logFile)}`);
}

async function stop(
  /** @type {import('node:child_process').ChildProcess} */ keeper,
  /** @type {number} */ pid,
  /** @type {Promise<void>} */ ended,
) {
  keeper.stdin?.end();
  const stopped = await poll(() => keeper.exitCode !== null || keeper.signalCode !== null, {
    timeoutMs: 30_000,
  });
  if (!stopped) await endProcess(pid, { graceMs: 10_000, politely: 'SIGQUIT' });
  await ended;
}
