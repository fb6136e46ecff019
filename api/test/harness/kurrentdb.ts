import type { ChildProcess } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from './database.js';
import { freePort } from './ports.js';
import {
  endKurrentNode,
  kurrentStateOf,
  PROGRAM,
  startKurrentNode,
} from '../../../infra/local/kurrentdb-node.mjs';
import { waitFor } from './wait-for.js';

/** URL of a running server, or empty. Tests of faults do not use it, because they need their own server. */
export const GIVEN_KURRENTDB_URL = process.env['KURRENTDB_URL'] ?? '';
/** Whether tests can use a server. Without one they are skipped, or fail if REQUIRE_KURRENTDB=1. */
export const HAS_KURRENTDB = GIVEN_KURRENTDB_URL !== '' || PROGRAM !== undefined;
export const IS_KURRENTDB_REQUIRED = process.env['REQUIRE_KURRENTDB'] === '1';
/** How to provide a server if none was found. */
export const KURRENTDB_HINT =
  'set KURRENTDB_URL to the URL of a server, or KURRENTDB_HOME to the folder of an installed one';

/** A server without TLS or user accounts: a single node, or one node of a cluster. */
export interface KurrentServer {
  readonly url: string;
  readonly port: number;
  isLeader(): Promise<boolean>;
  /** Whether the server's process has ended, for whatever reason. */
  hasEnded(): boolean;
  /** Stops responding until `thaw`, but keeps connections open. */
  freeze(): void;
  thaw(): void;
  /** Kills the server with SIGKILL, like a power failure. */
  kill9(): Promise<void>;
  /** Restarts the server on the same port with the same folder. */
  restart(): Promise<void>;
  /** Ends the server permanently. */
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

/** Whether tests can start their own servers. */
export const CAN_START_KURRENTDB = PROGRAM !== undefined;

/** Options for starting a node. */
export interface NodeOptions {
  /** Two ports, for clients and for replication. */
  readonly ports: readonly number[];
  readonly folder?: string;
  readonly flags?: readonly string[];
  /** A command that runs another command, such as `nsenter`. */
  readonly within?: readonly string[];
}

/** Starts an installed server, which ends with this process. */
export async function startKurrentServer(options: Partial<NodeOptions> = {}): Promise<KurrentServer> {
  return startNode({ ports: await freePorts(2), ...options });
}

/** Starts three installed servers, which end with this process. */
export async function startKurrentCluster(): Promise<KurrentCluster> {
  const ports = [await freePorts(2), await freePorts(2), await freePorts(2)];
  const seedsOf = (own: number): string =>
    ports.flatMap(([port], index) => (index === own ? [] : [`127.0.0.1:${port}`])).join();
  const flags = ['--cluster-size', '3', '--discover-via-dns', 'false', '--gossip-seed'];
  const starting = ports.map((own, index) => startNode({ ports: own, flags: [...flags, seedsOf(index)] }));
  return clusterOf(await allStarted(starting));
}

/**
 * Waits until all nodes have started. If one of them fails to start, ends the others, because Jest would otherwise wait
 * for them forever.
 */
async function allStarted(starting: readonly Promise<KurrentServer>[]): Promise<KurrentServer[]> {
  try {
    return await Promise.all(starting);
  } catch (error) {
    await Promise.allSettled(starting.map(async (node) => (await node).close()));
    throw error;
  }
}

/** Returns the cluster that the running nodes form. */
export function clusterOf(nodes: readonly KurrentServer[]): KurrentCluster {
  return {
    url: `kurrentdb://${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}?tls=false`,
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

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** Starts a single node or a node of a cluster, which ends with this process. */
export async function startNode(options: NodeOptions): Promise<KurrentServer> {
  const folder = options.folder ?? (await mkdtemp(path.join(await temporaryFolder(), 'kurrentdb-')));
  const [port = 0] = options.ports;
  const startOnce = (): Promise<ChildProcess> => startKurrentNode({ ...options, folder });
  // Starts the node again if it ends immediately. A former leader does that if it has events that were never
  // committed, which it removes at the next start.
  const start = (): Promise<ChildProcess> => startOnce().catch(startOnce);
  let child = await start();
  return {
    url: `kurrentdb://127.0.0.1:${port}?tls=false`,
    port,
    isLeader: async () => (await kurrentStateOf(port)) === 'leader',
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill9: () => endKurrentNode(child),
    restart: async () => {
      child = await start();
    },
    close: () => endKurrentNode(child),
  };
}
