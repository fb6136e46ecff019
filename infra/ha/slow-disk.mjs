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

/** For versions 1 and 2 of control groups: their root folder, the file that sets the limit, and the limit's format. */
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
 * Limits processes and their children to `perSecond` writes a second on the folder's disk. Returns a function that
 * lifts the limit.
 * @param {readonly number[]} pids
 * @param {string} folder
 * @param {number} perSecond
 * @returns {() => void}
 */
export function limitWritesOf(pids, folder, perSecond) {
  const version = VERSIONS.find(({ root, file }) => existsSync(path.join(root, file)) || isEnabled(root));
  if (version === undefined)
    throw new Problem("This kernel can't slow down a disk: it has no control groups for disks.");
  const { root, file, limit } = version;
  const group = path.join(root, `moniker-slow-${process.pid}`);
  mkdirSync(group, { recursive: true });
  writeFileSync(path.join(group, file), `${diskOf(folder)} ${limit(perSecond)}`);
  moveAll(pids, group);
  return () => {
    // While processes are being moved, one of them can start another.
    for (let left = pidsIn(group); left.length > 0; left = pidsIn(group)) moveAll(left, root);
    rmdirSync(group);
  };
}

const pidsIn = (/** @type {string} */ group) =>
  readFileSync(path.join(group, 'cgroup.procs'), 'utf8').split('\n').map(Number).filter(Boolean);

/** Whether control groups of version 2 can limit disks. */
function isEnabled(/** @type {string} */ root) {
  const file = path.join(root, 'cgroup.subtree_control');
  return existsSync(file) && readFileSync(file, 'utf8').split(/\s+/).includes('io');
}

/** Moves processes to a control group. The kernel accepts one process per write, and refuses one that has ended. */
function moveAll(/** @type {readonly number[]} */ pids, /** @type {string} */ group) {
  for (const pid of pids) {
    try {
      writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
    }
  }
}

/** The device numbers of the whole disk that a folder is on, even if the folder is on one of the disk's partitions. */
function diskOf(/** @type {string} */ folder) {
  const { dev } = statSync(folder);
  const [major, minor] = [(dev >> 8) & 0xfff, (dev & 0xff) | ((dev >> 12) & 0xfff00)];
  const device = `/sys/dev/block/${major}:${minor}`;
  if (!existsSync(path.join(device, 'partition'))) return `${major}:${minor}`;
  return readFileSync(path.join(realpathSync(device), '..', 'dev'), 'utf8').trim();
}
