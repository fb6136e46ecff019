// @ts-check
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { postgresAccount } from '../local/postgres/account.mjs';

/** Enough space for an empty index. */
const SIZE_BYTES = 128 * 1024;

/** Whether this process may mount a file system. Only root on Linux may; in most containers, not even root. */
export function canMount() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
}

/** A small in-memory file system for a PostgreSQL tablespace. */
export class SmallDisk {
  #folder;
  #isMounted = false;

  constructor(/** @type {string} */ folder) {
    this.#folder = folder;
  }

  /** Mounts the disk unless it is mounted, and returns an empty folder on it. */
  mount() {
    if (!this.#isMounted) {
      mkdirSync(this.#folder, { recursive: true });
      call('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'none', this.#folder]);
      this.#isMounted = true;
    }
    rmSync(this.#ballast, { force: true });
    const space = path.join(this.#folder, 'space');
    rmSync(space, { recursive: true, force: true });
    mkdirSync(space, { mode: 0o700 });
    const account = postgresAccount();
    if (account) chownSync(space, account.uid, account.gid);
    return space;
  }

  /** Fills the remaining space. */
  fill() {
    const { bavail, bsize } = statfsSync(this.#folder);
    writeFileSync(this.#ballast, Buffer.alloc(bavail * bsize));
  }

  get #ballast() {
    return path.join(this.#folder, 'ballast');
  }

  unmount() {
    if (this.#isMounted) call('umount', [this.#folder]);
    this.#isMounted = false;
  }
}

function call(/** @type {string} */ command, /** @type {string[]} */ args) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}
