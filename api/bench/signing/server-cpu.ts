import { readFileSync } from 'node:fs';
import type { Connection } from '../connection.js';

/**
 * CPU time of the database's sessions in microseconds, by process. Empty if the server is not on this Linux machine.
 */
export type ServerCpu = ReadonlyMap<number, number>;

/** Reads how much CPU time the sessions of the connection's database have used. */
export async function readServerCpu(connection: Connection): Promise<ServerCpu> {
  const { pids } = await connection.row<{ pids: number[] }>(
    'select array_agg(pid) as pids from pg_stat_activity where datname = current_database()',
  );
  return new Map(pids.flatMap((pid) => cpuOf(pid).map((used) => [pid, used] as const)));
}

/** Returns the microseconds that sessions used between two readings. */
export function usedBetween(before: ServerCpu, after: ServerCpu): number {
  let used = 0;
  for (const [pid, until] of after) used += until - (before.get(pid) ?? 0);
  return used;
}

function cpuOf(pid: number): number[] {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return [Number(nanoseconds) / 1_000];
  } catch {
    return [];
  }
}
