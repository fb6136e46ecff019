// @ts-check
import { rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '../local/problem.mjs';

/** @typedef {import('./cluster.mjs').Cluster} Cluster */
/** @typedef {import('./machine.mjs').Machine} Machine */

const SOCKET = path.join(tmpdir(), 'moniker-ha.sock');

/** Commands on one machine. @type {Record<string, (machine: Machine, cluster: Cluster) => unknown>} */
const ACTIONS = {
  kill: (machine) => machine.kill(),
  pause: (machine) => machine.signal('SIGSTOP'),
  partition: (machine, { machines }) => machine.partition(machines.filter((each) => each !== machine)),
};

/** Commands on the cluster. @type {Record<string, (cluster: Cluster) => unknown>} */
const COMMANDS = {
  status: () => undefined,
  switchover: (cluster) => cluster.switchover(),
  heal: ({ machines }) => machines.forEach((machine) => machine.heal()),
};

const USAGE = `Commands: ${Object.keys(COMMANDS).join(', ')}; and ${Object.keys(ACTIONS).join(', ')} with leader, node1, node2 or node3.`;

/** Accepts commands of `npm run ha -- …` for this process's cluster. Returns a function that stops accepting them. */
export function acceptCommands(/** @type {Cluster} */ cluster) {
  rmSync(SOCKET, { force: true });
  const server = http.createServer((request, response) => {
    const command = decodeURIComponent(request.url?.slice(1) ?? '');
    act(cluster, command).then(
      (text) => response.end(text),
      (error) => response.writeHead(400).end(error instanceof Error ? error.message : String(error)),
    );
  });
  server.listen(SOCKET);
  return () => server.close();
}

async function act(/** @type {Cluster} */ cluster, /** @type {string} */ command) {
  const [name = '', target] = command.split(' ');
  if (target === undefined) await COMMANDS[name]?.(cluster);
  else await ACTIONS[name]?.(await machineOf(cluster, target), cluster);
  return describe(cluster);
}

async function machineOf(/** @type {Cluster} */ cluster, /** @type {string} */ target) {
  const machine = cluster.machines.find(({ name }) => name === target);
  return machine ?? cluster.knownLeader();
}

/** Returns one line per machine, and another line if no machine leads or the leader has no etcd. */
export async function describe(/** @type {Cluster} */ cluster) {
  const [leader, members] = await Promise.all([cluster.leader(), cluster.members()]);
  const lines = cluster.machines.map((machine) => {
    const member = members.find(({ name }) => name === machine.name);
    const known = member ? `${member.role}, ${member.state}` : machine === leader ? 'leader' : 'unknown';
    return [machine.name, machine.address, known].join('  ');
  });
  if (leader === undefined) lines.push('No machine leads.');
  else if (members.length === 0) lines.push(`${leader.name} leads without etcd.`);
  return lines.join('\n');
}

/**
 * Sends a command to the process that runs the cluster, and prints its reply.
 * @throws Problem there is no such command, no cluster is running, or the command failed
 */
export async function sendCommand(/** @type {string} */ command) {
  const [, action, target] = /^(\w+)(?: (leader|node[123]))?$/.exec(command) ?? [];
  const [first = ''] = command.split(' ');
  if (target === undefined && Object.hasOwn(ACTIONS, first))
    throw new Problem(`${first} needs a machine: leader, node1, node2 or node3.`);
  if (action === undefined || !Object.hasOwn(target === undefined ? COMMANDS : ACTIONS, action))
    throw new Problem(`There's no command "${command}". ${USAGE}`);
  const { status, text } = await post(`/${encodeURIComponent(command)}`);
  if (status !== 200) throw new Problem(text);
  console.log(text);
}

/** @returns {Promise<{ status: number | undefined, text: string }>} */
function post(/** @type {string} */ url) {
  return new Promise((resolve, reject) => {
    const request = http.request({ socketPath: SOCKET, path: url, method: 'POST' }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', () => reject(new Problem('No cluster is running. Start one: npm run ha')));
    request.end();
  });
}
