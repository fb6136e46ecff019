// @ts-check
import { spawnSync } from 'node:child_process';
import { Problem } from '../local/problem.mjs';
import { signal } from '../local/processes.mjs';

/** The first two octets of all addresses. Each network on this computer has its own third octet. */
const PREFIX = '10.77';
const PREFIX_BITS = 24;
const NETWORKS = 250;

/** A network of machines, each in its own namespace. This computer reaches all of them. */
export class Network {
  #id;
  #subnet = '';

  constructor(/** @type {string} */ id) {
    this.#id = id;
  }

  /** Creates the network in the first free address range. */
  start() {
    this.stop();
    ip(['link', 'add', this.#bridge, 'type', 'bridge']);
    ip(['link', 'set', this.#bridge, 'up']);
    const taken = ip(['-oneline', '-4', 'address']);
    const number = Array.from({ length: NETWORKS }, (_, each) => each).find(
      (each) => !taken.includes(` ${PREFIX}.${each}.`),
    );
    if (number === undefined) throw new Problem(`All networks in ${PREFIX}.0.0/16 are taken.`);
    this.#subnet = `${PREFIX}.${number}`;
    ip(['address', 'add', `${this.#subnet}.254/${PREFIX_BITS}`, 'dev', this.#bridge]);
  }

  /** The address of a machine. */
  addressOf(/** @type {number} */ machine) {
    return `${this.#subnet}.${machine}`;
  }

  /** Adds a machine. */
  add(/** @type {string} */ name, /** @type {string} */ address) {
    const [space, cable, device] = [this.#space(name), this.#cable(name), 'eth0'];
    ip(['netns', 'add', space]);
    ip(['link', 'add', cable, 'type', 'veth', 'peer', 'name', device, 'netns', space]);
    ip(['link', 'set', cable, 'master', this.#bridge, 'up']);
    ip(['-netns', space, 'address', 'add', `${address}/${PREFIX_BITS}`, 'dev', device]);
    for (const each of ['lo', device]) ip(['-netns', space, 'link', 'set', each, 'up']);
  }

  connect(/** @type {string} */ name) {
    ip(['link', 'set', this.#cable(name), 'up']);
  }

  disconnect(/** @type {string} */ name) {
    ip(['link', 'set', this.#cable(name), 'down']);
  }

  /** Changes the routes of a machine. */
  route(/** @type {string} */ name, /** @type {string[]} */ change) {
    ip(['-netns', this.#space(name), 'route', ...change]);
  }

  /** The start of a command that runs on a machine. */
  inside(/** @type {string} */ name) {
    return ['ip', 'netns', 'exec', this.#space(name)];
  }

  /** The ids of a machine's processes. */
  processesOf(/** @type {string} */ name) {
    return pidsIn(this.#space(name));
  }

  /** Removes the network, and kills the processes that are still running in it. */
  stop() {
    for (const space of ip(['netns', 'list'])
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '')) {
      if (!space.startsWith(`${this.#id}-`)) continue;
      for (const pid of pidsIn(space)) signal(pid, 'SIGKILL');
      // The kernel removes this link only some time after its namespace. Until then, the next network couldn't reuse
      // the link's name.
      spawnSync('ip', ['link', 'delete', this.#cable(space)]);
      ip(['netns', 'delete', space]);
    }
    spawnSync('ip', ['link', 'delete', this.#bridge]);
  }

  get #bridge() {
    return `${this.#id}-lan`;
  }

  #space(/** @type {string} */ name) {
    return `${this.#id}-${name}`;
  }

  /** The name of the link to a machine. It is short, because a network device's name has at most fifteen characters. */
  #cable(/** @type {string} */ name) {
    return `${this.#id}-${name.slice(-1)}`;
  }
}

const pidsIn = (/** @type {string} */ space) =>
  ip(['netns', 'pids', space])
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);

function ip(/** @type {string[]} */ args) {
  const { status, stdout, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Problem(`ip ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout;
}
