import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface ProcessUsage {
  /** Peak memory; on systems other than Linux, current memory. */
  readonly memoryMb: number;
  /** CPU time, which does not depend on how busy the computer is. */
  readonly cpuMs: number;
}

const TICKS_PER_SECOND = 100;

/** Returns what a process has used; zeros if it has ended. */
export function processUsage(pid: number): ProcessUsage {
  try {
    return process.platform === 'linux' ? readProc(pid) : askPs(pid);
  } catch {
    return { memoryMb: 0, cpuMs: 0 };
  }
}

function readProc(pid: number): ProcessUsage {
  const peakKb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  // The fields after the process name. Only the name can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ');
  const ticks = Number(fields?.[11]) + Number(fields?.[12]);
  return { memoryMb: Number(peakKb) / 1024, cpuMs: (ticks * 1000) / TICKS_PER_SECOND };
}

function askPs(pid: number): ProcessUsage {
  const [kb, time = ''] = execFileSync('ps', ['-o', 'rss=,time=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  const seconds = time.split(/[:-]/).reduce((sum, part) => sum * 60 + Number(part), 0);
  return { memoryMb: Number(kb) / 1024, cpuMs: seconds * 1000 };
}
