// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const SETPRIV = '/usr/bin/setpriv';
/** Possible paths of the server's program. KurrentDB was called EventStoreDB before version 25. */
const PROGRAMS = ['EventStore.ClusterNode', 'bin/EventStore.ClusterNode', 'kurrentd', 'bin/kurrentd'];
const READY_WITHIN_MS = 60_000;
/** Limits a test server's memory (it then uses about 150 MB) and turns off telemetry. */
const ENVIRONMENT = {
  DOTNET_gcServer: '0',
  DOTNET_GCHeapHardLimit: '0x20000000',
  EVENTSTORE_TELEMETRY_OPTOUT: 'true',
  KURRENTDB_TELEMETRY_OPTOUT: 'true',
};

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/**
 * The program of the installed server, or undefined if it's missing or doesn't run here, for example because the
 * .NET runtime is missing.
 */
export const PROGRAM = findProgram(process.env.KURRENTDB_HOME ?? '/opt/kurrentdb');

/**
 * Starts the installed server without TLS or user accounts, and waits until it is ready. Where `setpriv` exists, the
 * server is killed when this process ends.
 * @param {{ folder: string, ports: readonly number[], flags?: readonly string[], within?: readonly string[] }} options
 *   `ports`: one for clients, one for replication; `within`: a command such as `nsenter` that runs the server
 * @returns {Promise<ChildProcess>}
 */
export async function startKurrentNode({
  folder,
  ports: [port = 0, replicationPort = 0],
  flags = [],
  within = [],
}) {
  if (PROGRAM === undefined) throw new Error("KurrentDB isn't installed");
  const options = {
    ...{ 'node-ip': '127.0.0.1', 'node-port': port, 'replication-port': replicationPort },
    ...{ db: folder, index: path.join(folder, 'index') },
    ...{ log: path.join(folder, 'log'), 'log-level': 'Warning', 'stream-existence-filter-size': 0 },
    ...{ 'chunks-cache-size': 67_108_928, 'cached-chunks': 0 },
  };
  const settings = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const args = ['--insecure', '--disable-log-file', ...settings, ...flags];
  const withEnd = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL'] : [];
  const [file = '', ...rest] = [...within, ...withEnd, PROGRAM, ...args];
  const child = spawn(file, rest, {
    stdio: 'ignore',
    env: { ...process.env, ...ENVIRONMENT },
  });
  await untilReady(child, port);
  return child;
}

/** Returns the state of a server, such as `leader`. A hung server never responds, so there is a time limit. */
export async function kurrentStateOf(/** @type {number} */ port) {
  const response = await fetch(`http://127.0.0.1:${port}/info`, { signal: AbortSignal.timeout(1_000) });
  return /** @type {{ state?: string }} */ (await response.json()).state;
}

/** Kills a server with SIGKILL. */
export async function endKurrentNode(/** @type {ChildProcess} */ child) {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** @returns {string | undefined} */
function findProgram(/** @type {string} */ home) {
  const found = PROGRAMS.map((name) => path.join(home, name)).find((file) => existsSync(file));
  if (found === undefined) return undefined;
  const { status } = spawnSync(found, ['--version'], { stdio: 'ignore', timeout: 30_000 });
  return status === 0 ? found : undefined;
}

async function untilReady(/** @type {ChildProcess} */ child, /** @type {number} */ port) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!isReady(await kurrentStateOf(port).catch(() => undefined))) {
    if (hasEnded(child)) throw new Error('KurrentDB exited before it was ready');
    if (Date.now() > deadline) {
      await endKurrentNode(child);
      throw new Error("KurrentDB wasn't ready in time");
    }
    await delay(50);
  }
}

const isReady = (/** @type {string | undefined} */ state) => state === 'leader' || state === 'follower';

const hasEnded = (/** @type {ChildProcess} */ child) => child.exitCode !== null || child.signalCode !== null;
