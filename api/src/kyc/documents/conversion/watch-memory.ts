import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const IS_LINUX = process.platform === 'linux';
const EVERY_MS = IS_LINUX ? 50 : 500;

/**
 * Calls back as soon as a process has held more memory than `limitMb`. A limit of the address space (`ulimit -v`) would
 * not do, because WebAssembly reserves much more than it uses. Returns a function that stops watching.
 */
export function watchMemory(pid: number, limitMb: number, onExceeded: () => void): () => void {
  const timer = setInterval(() => {
    if (peakMemoryKb(pid) > limitMb * 1024) onExceeded();
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** Returns the most memory that a process has held (on Linux), or what it holds; 0 if it has ended. */
function peakMemoryKb(pid: number): number {
  try {
    return IS_LINUX
      ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0)
      : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return 0;
  }
}
