import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from './database.js';

/** Options for `unshare`. A user other than root can mount a disk only in a user namespace in which they are root. */
const NAMESPACE = [...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--mount'];
const MOUNT = 'mount -t tmpfs -o "size=$0" tmpfs "$1" && echo mounted && exec sleep infinity';
const BLOCK_BYTES = 4_096;

/** Whether a small disk can be mounted here. */
export const HAS_SMALL_DISKS = spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;

/**
 * A disk of a given size for servers under test. Only processes started with the `within` prefix see it. It is
 * unmounted when this process exits.
 */
export class SmallDisk {
  private constructor(
    readonly folder: string,
    private readonly holder: ChildProcess,
  ) {}

  static async mount(bytes: number): Promise<SmallDisk> {
    const folder = await temporaryFolder();
    const args = [...NAMESPACE, 'setpriv', '--pdeathsig', 'KILL', 'sh', '-c', MOUNT, String(bytes), folder];
    const holder = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    return new SmallDisk(folder, holder);
  }

  /** Prefix for a command that must see the disk. */
  get within(): string[] {
    const namespaces =
      process.getuid?.() === 0 ? ['--mount'] : ['--user', '--preserve-credentials', '--mount'];
    return ['nsenter', '--target', String(this.holder.pid), ...namespaces];
  }

  /** Writes until nothing more fits. */
  async fill(): Promise<void> {
    const file = await open(this.ballast, 'a');
    try {
      for (const block = Buffer.alloc(BLOCK_BYTES); ;) await file.appendFile(block);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    } finally {
      await file.close();
    }
  }

  /** Removes what `fill` wrote. */
  async empty(): Promise<void> {
    await rm(this.ballast);
  }

  async close(): Promise<void> {
    const exited = once(this.holder, 'exit');
    this.holder.kill('SIGKILL');
    await exited;
  }

  /** Path of the filler file, as seen from outside the namespace. */
  private get ballast(): string {
    return path.join(`/proc/${this.holder.pid}/root`, this.folder, 'ballast');
  }
}

/** Whether an error says that the disk is full. In a Jest test, Node's own errors are not instances of `Error`. */
function isDiskFull(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOSPC';
}
