// @ts-check
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Problem } from '../local/problem.mjs';

/** Control groups of both versions: where they are, the file with the limit, and the limit. */
const VERSIONS = [
  {
    root: '/sys/fs/cgroup/blkio',
    file: 'blkio.throttle.write_iops_device',
    limit: (/** @type {number} */ perSecond) => String(perSecond),
  },
  {
    root: '/sys/fs/cgroup',
    file: 'io.max',
    limit: (/** @type {number} */ perSecond) => `wiops=${perSecond}`,
  },
];

/**
 * Limits processes, and those that they start, to this many writes a second to the disk of a folder. Returns a function
 * that ends the limit.
 * @param {readonly number[]} pids
 * @param {string} folder
 * @param {number} perSecond
 * @returns {() => void}
 */
export function limitWritesOf(pids, folder, perSecond) {
  const version = VERSIONS.find(({ root, file }) => existsSync(path.join(root, file)) || isEnabled(root));
  if (version === undefined)
    throw new Problem('This kernel cannot slow down a disk: no control groups for it.');
  const { root, file, limit } = version;
  const group = path.join(root, `moniker-slow-${process.pid}`);
  mkdirSync(group, { recursive: true });
  writeFileSync(path.join(group, file), `${diskOf(folder)} ${limit(perSecond)}`);
  moveAll(pids, group);
  return () => {
    // Some of them may start others meanwhile.
    for (let left = pidsIn(group); left.length > 0; left = pidsIn(group)) moveAll(left, root);
    rmdirSync(group);
  };
}

const pidsIn = (/** @type {string} */ group) =>
  readFileSync(path.join(group, 'cgroup.procs'), 'utf8').split('\n').map(Number).filter(Boolean);

/** Whether groups of the second version control disks. */
function isEnabled(/** @type {string} */ root) {
  const file = path.join(root, 'cgroup.subtree_control');
  return existsSync(file) && readFileSync(file, 'utf8').split(/\s+/).includes('io');
}

/** The kernel takes one process at a time, and refuses those that have ended. */
function moveAll(/** @type {readonly number[]} */ pids, /** @type {string} */ group) {
  for (const pid of pids) {
    try {
      writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
    }
  }
}

/** The device numbers of the disk that keeps a folder; not those of the partition. */
function diskOf(/** @type {string} */ folder) {
  const { dev } = statSync(folder);
  const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
  const device = `/sys/dev/block/${major}:${minor}`;
  if (!existsSync(path.join(device, 'partition'))) return `${major}:${minor}`;
  return readFileSync(path.join(realpathSync(device), '..', 'dev'), 'utf8').trim();
}
