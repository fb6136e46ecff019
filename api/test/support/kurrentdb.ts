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

/** A running server. Tests of faults do not use it: they need a server of their own. */
export const GIVEN_KURRENTDB_URL = process.env['KURRENTDB_URL'] ?? '';
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

async function startNode(ports: readonly number[], flags: readonly string[]): Promise<KurrentServer> {
  const folder = await mkdtemp(path.join(await temporaryFolder(), 'kurrentdb-'));
  const [port = 0] = ports;
  const start = (): Promise<ChildProcess> => startKurrentNode({ folder, ports, flags });
  let child = await start();
  return {
    url: `kurrentdb://127.0.0.1:${port}?tls=false`,
    port,
    isLeader: async () => (await kurrentStateOf(port)) === 'leader',
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill9: () => endKurrentNode(child),
    restart: async () => {
      child = await start();
    },
    close: () => endKurrentNode(child),
  };
}
