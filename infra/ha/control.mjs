// @ts-check
import { rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Problem } from '../local/problem.mjs';

/** @typedef {import('./cluster.mjs').Cluster} Cluster */

const SOCKET = path.join(tmpdir(), 'moniker-ha.sock');

/** What `npm run ha -- …` does. @type {Record<string, (cluster: Cluster) => Promise<unknown>>} */
const COMMANDS = {
  status: async () => undefined,
  switchover: (cluster) => cluster.switchover(),
  'kill leader': async (cluster) => (await cluster.knownLeader()).kill(),
  'pause leader': async (cluster) => (await cluster.knownLeader()).signal('SIGSTOP'),
  'partition leader': async (cluster) => {
    const leader = await cluster.knownLeader();
    leader.partition(cluster.machines.filter((machine) => machine !== leader));
  },
  heal: async (cluster) => {
    for (const machine of cluster.machines) machine.heal();
  },
};

/** Lets `npm run ha -- …` act on the cluster of this process. Returns how to end that. */
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
  await COMMANDS[command]?.(cluster);
  return describe(cluster);
}

/** One line for each machine. */
export async function describe(/** @type {Cluster} */ cluster) {
  const members = await cluster.members();
  const lines = cluster.machines.map(({ name, address }) => {
    const member = members.find((each) => each.name === name);
    return [name, address, member ? `${member.role}, ${member.state}` : 'unknown'].join('  ');
  });
  return [...lines, members.length === 0 ? 'No machine leads.' : ''].join('\n').trim();
}

/**
 * Sends a command to the process that runs the cluster, and prints what it answers.
 * @throws Problem there is no such command, no cluster runs, or the command failed
 */
export async function sendCommand(/** @type {string} */ command) {
  if (!Object.hasOwn(COMMANDS, command))
    throw new Problem(`There is no command "${command}". Commands: ${Object.keys(COMMANDS).join(', ')}.`);
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
    request.on('error', () => reject(new Problem('No cluster runs. Start it: npm run ha')));
    request.end();
  });
}
