import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from './database.js';
import { freePort } from './ports.js';
import { waitFor } from './wait-for.js';

const SETPRIV = '/usr/bin/setpriv';
/** Names of the server: EventStoreDB, and KurrentDB from version 25. */
const PROGRAMS = ['EventStore.ClusterNode', 'bin/EventStore.ClusterNode', 'kurrentd', 'bin/kurrentd'];
const HOME = process.env['KURRENTDB_HOME'] ?? '/opt/kurrentdb';
/** A running server. Tests of faults do not use it: they need a server of their own. */
export const GIVEN_KURRENTDB_URL = process.env['KURRENTDB_URL'] ?? '';
/** Bounds the memory of a test server; it uses about 150 MB. */
const ENVIRONMENT = {
  DOTNET_gcServer: '0',
  DOTNET_GCHeapHardLimit: '0x20000000',
  EVENTSTORE_TELEMETRY_OPTOUT: 'true',
  KURRENTDB_TELEMETRY_OPTOUT: 'true',
};

const PROGRAM = findProgram();

/** Whether tests can use a server. Those that cannot are skipped, or fail with REQUIRE_KURRENTDB=1. */
export const HAS_KURRENTDB = GIVEN_KURRENTDB_URL !== '' || PROGRAM !== undefined;
export const IS_KURRENTDB_REQUIRED = process.env['REQUIRE_KURRENTDB'] === '1';
/** What to do about a missing server. */
export const KURRENTDB_HINT =
  'set KURRENTDB_URL to a server, or KURRENTDB_HOME to the folder of an installed one';

/** A server without TLS and users: one node, or one of several. */
export interface KurrentServer {
  readonly url: string;
  readonly port: number;
  isLeader(): Promise<boolean>;
  /** Stops responding, with connections kept open, until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Kills it with SIGKILL, like a power failure. */
  kill9(): Promise<void>;
  /** Restarts it on the same port with the same folder. */
  restart(): Promise<void>;
  /** Ends it permanently. */
  close(): Promise<void>;
}

/** Servers that replicate to each other. */
export interface KurrentCluster {
  readonly url: string;
  readonly nodes: readonly KurrentServer[];
  /** Waits for an election if there is no leader. */
  leader(): Promise<KurrentServer>;
  close(): Promise<void>;
}

/** Whether tests can start servers of their own. */
export const CAN_START_KURRENTDB = PROGRAM !== undefined;

/** Starts an installed server, which ends with this process. */
export async function startKurrentServer(): Promise<KurrentServer> {
  return startNode(await freePorts(2), []);
}

/** Starts three installed servers, which end with this process. */
export async function startKurrentCluster(): Promise<KurrentCluster> {
  const ports = [await freePorts(2), await freePorts(2), await freePorts(2)];
  const seedsOf = (own: number): string =>
    ports.flatMap(([port], index) => (index === own ? [] : [`127.0.0.1:${port}`])).join();
  const flags = ['--cluster-size', '3', '--discover-via-dns', 'false', '--gossip-seed'];
  const nodes = await Promise.all(ports.map((own, index) => startNode(own, [...flags, seedsOf(index)])));
  return {
    url: `kurrentdb://${ports.map(([port]) => `127.0.0.1:${port}`).join()}?tls=false`,
    nodes,
    leader: () => waitFor(() => findLeader(nodes), { what: 'a leader of KurrentDB', timeoutMs: 60_000 }),
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
}

async function findLeader(nodes: readonly KurrentServer[]): Promise<KurrentServer | undefined> {
  const areLeaders = await Promise.all(nodes.map((node) => node.isLeader().catch(() => false)));
  return nodes[areLeaders.indexOf(true)];
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

async function startNode(ports: readonly number[], clusterFlags: readonly string[]): Promise<KurrentServer> {
  const folder = await mkdtemp(path.join(await temporaryFolder(), 'kurrentdb-'));
  const [port = 0, replicationPort = 0] = ports;
  const options = {
    ...{ 'node-ip': '127.0.0.1', 'node-port': port, 'replication-port': replicationPort },
    ...{ db: folder, index: path.join(folder, 'index') },
    ...{ log: path.join(folder, 'log'), 'log-level': 'Warning', 'stream-existence-filter-size': 0 },
    ...{ 'chunks-cache-size': 67_108_928, 'cached-chunks': 0 },
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const args = ['--insecure', '--disable-log-file', ...flags, ...clusterFlags];
  let child = await run(args, port);
  return {
    url: `kurrentdb://127.0.0.1:${port}?tls=false`,
    port,
    isLeader: async () => (await stateOf(port)) === 'leader',
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill9: () => end(child),
    restart: async () => {
      child = await run(args, port);
    },
    close: () => end(child),
  };
}

/** An installed program may lack what it needs, such as the .NET runtime, and then counts as missing. */
function findProgram(): string | undefined {
  const found = PROGRAMS.map((name) => path.join(HOME, name)).find((file) => existsSync(file));
  if (found === undefined) return undefined;
  const { status } = spawnSync(found, ['--version'], { stdio: 'ignore', timeout: 30_000 });
  return status === 0 ? found : undefined;
}

async function run(args: string[], port: number): Promise<ChildProcess> {
  if (PROGRAM === undefined) throw new Error(`KurrentDB is not installed: ${KURRENTDB_HINT}`);
  const command = existsSync(SETPRIV)
    ? { file: SETPRIV, args: ['--pdeathsig', 'KILL', PROGRAM, ...args] }
    : { file: PROGRAM, args };
  const child = spawn(command.file, command.args, {
    stdio: 'ignore',
    env: { ...process.env, ...ENVIRONMENT },
  });
  try {
    await waitFor(async () => hasEnded(child) || isReady(await stateOf(port)), {
      what: 'KurrentDB',
      timeoutMs: 60_000,
    });
  } catch (error) {
    await end(child);
    throw error;
  }
  if (hasEnded(child)) throw new Error('KurrentDB ended at once');
  return child;
}

const isReady = (state: string | undefined): boolean => state === 'leader' || state === 'follower';

/** A server that hangs answers nothing, so the question has a time limit. */
async function stateOf(port: number): Promise<string | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}/info`, { signal: AbortSignal.timeout(1_000) });
  return ((await response.json()) as { state?: string }).state;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
