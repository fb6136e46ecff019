import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '../harness/index.js';
import {
  clusterOf,
  freePorts,
  startNode,
  type KurrentCluster,
  type KurrentServer,
} from '../harness/kurrentdb.js';

/** Runs a command in its own mount namespace, where it can have its own `/etc/hosts`. */
const NAMESPACE = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--mount'];
const [UNSHARE = '', ...UNSHARE_FLAGS] = NAMESPACE;

/** Whether nodes can be separated from each other on this machine. */
export const CAN_PARTITION = spawnSync(UNSHARE, [...UNSHARE_FLAGS, 'true']).status === 0;

/** A cluster whose nodes can be cut off from each other. Clients can always reach all nodes. */
export interface PartitionableCluster extends KurrentCluster {
  /** Holds all traffic between this node and the others. Connections stay open. */
  separate(node: KurrentServer): void;
  /** Delivers the traffic that was held, and ends the separation. */
  reunite(): void;
  /** Restarts nodes that have exited. A node exits on its own if it must discard events that were never replicated. */
  restartEnded(): Promise<void>;
}

/** Starts three nodes that reach each other through links. */
export async function startPartitionableCluster(): Promise<PartitionableCluster> {
  const members: Member[] = [];
  for (const index of [0, 1, 2])
    members.push({ index, name: `node${index}.test`, ports: await freePorts(2) });
  const links: Link[] = [];
  for (const from of members) {
    for (const to of members) {
      if (from === to) continue;
      for (const port of to.ports) links.push(await Link.open(from, to, port));
    }
  }
  const nodes = await Promise.all(members.map((member) => startMember(member, members)));
  const cluster = clusterOf(nodes);
  return {
    ...cluster,
    separate: (node) => {
      for (const link of links) if (link.touches(nodes.indexOf(node))) link.cut();
    },
    reunite: () => {
      for (const link of links) link.heal();
    },
    restartEnded: async () => {
      for (const node of nodes) if (node.hasEnded()) await node.restart();
    },
    close: async () => {
      await cluster.close();
      for (const link of links) link.close();
    },
  };
}

interface Member {
  readonly index: number;
  readonly name: string;
  readonly ports: readonly number[];
}

/**
 * The address at which the links from one node to another listen. Each direction has its own address, so a link knows
 * both its ends.
 */
const addressOf = (from: Member, to: Member): string => `127.0.${from.index + 1}.${to.index + 1}`;

/** Starts a node. Its `/etc/hosts` maps the names of the other nodes to its links. */
async function startMember(member: Member, members: readonly Member[]): Promise<KurrentServer> {
  const { name, ports } = member;
  const others = members.filter((one) => one !== member);
  const hosts = path.join(await temporaryFolder(), 'hosts');
  const lines = ['127.0.0.1 localhost', `127.0.0.1 ${name}`];
  for (const other of others) lines.push(`${addressOf(member, other)} ${other.name}`);
  await writeFile(hosts, `${lines.join('\n')}\n`);
  const options = {
    ...{ 'cluster-size': 3, 'discover-via-dns': false },
    'gossip-seed': others.map((other) => `${other.name}:${other.ports[0]}`).join(),
    ...{ 'node-host-advertise-as': name, 'replication-host-advertise-as': name },
    ...{ 'advertise-host-to-client-as': '127.0.0.1', 'advertise-node-port-to-client-as': ports[0] },
  };
  return startNode({
    ports,
    flags: Object.entries(options).flatMap(([flag, value]) => [`--${flag}`, String(value)]),
    within: [...NAMESPACE, 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', hosts],
  });
}

/** A link from one node to a port of another. */
class Link {
  private readonly sockets = new Set<net.Socket>();
  private isCut = false;

  private constructor(
    private readonly server: net.Server,
    private readonly ends: readonly number[],
  ) {}

  static async open(from: Member, to: Member, port: number): Promise<Link> {
    const server = net.createServer();
    const link = new Link(server, [from.index, to.index]);
    server.on('connection', (client) => link.connect(client, net.connect(port, '127.0.0.1')));
    server.listen(port, addressOf(from, to));
    await once(server, 'listening');
    return link;
  }

  touches(node: number): boolean {
    return this.ends.includes(node);
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.pause();
  }

  heal(): void {
    this.isCut = false;
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private connect(client: net.Socket, target: net.Socket): void {
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('data', (data) => other.write(data));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      if (this.isCut) socket.pause();
    }
  }
}
