import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second on all machines. */
const TICKS_PER_SECOND = 100;

/** CPU seconds that each kind of process had used at the time `at` (in ms). */
export interface CpuSample {
  readonly at: number;
  readonly api: number;
  readonly nginx: number;
  readonly postgres: number;
  readonly load: number;
}

/** Average number of CPU cores in use, by kind of process. */
export type CpuShares = Omit<CpuSample, 'at'>;

export function cpuSharesBetween(before: CpuSample, after: CpuSample): CpuShares {
  const seconds = (after.at - before.at) / 1000;
  const share = (part: keyof CpuShares): number => (after[part] - before[part]) / seconds;
  return { api: share('api'), nginx: share('nginx'), postgres: share('postgres'), load: share('load') };
}

/** CPU seconds used by processes: alone, together with their children, or together with their parent and siblings. */
export function cpuSecondsOf(
  pids: readonly number[],
  relatives: 'with children' | 'alone' | 'with siblings' = 'with children',
): number {
  const all = readProcessTable();
  const parents = new Set(
    relatives === 'with siblings' ? pids.flatMap((pid) => all.get(pid)?.parent ?? []) : pids,
  );
  let ticks = 0;
  for (const [pid, { parent, used }] of all) {
    if (parents.has(pid) || (relatives !== 'alone' && parents.has(parent))) ticks += used;
  }
  return ticks / TICKS_PER_SECOND;
}

/** All processes by pid: the parent, and the ticks used by the process and its ended children. */
function readProcessTable(): Map<number, { parent: number; used: number }> {
  const processes = new Map<number, { parent: number; used: number }>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readStat(pid);
    // The process name in parentheses may contain any characters. The fields come after it.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const used = [11, 12, 13, 14].reduce((sum, field) => sum + (fields[field] ?? 0), 0);
    processes.set(Number(pid), { parent: fields[1] ?? 0, used });
  }
  return processes;
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has ended since /proc was listed.
    return '';
  }
}
