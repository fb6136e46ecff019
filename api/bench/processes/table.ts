import { percentile } from '../statistics.js';
import type { CpuShares } from './cpu.js';

/** The result for a given number of API processes. */
export interface Row {
  readonly processes: number;
  readonly perSecond: number;
  readonly latencies: readonly number[];
  readonly shares: CpuShares;
}

const COLUMNS = ['APIs', 'reads/s', 'p50 ms', 'p99 ms', 'API', 'nginx', 'PostgreSQL', 'load', 'all'];

/** Prints the rows. CPU usage is in cores. */
export function printTable(rows: readonly Row[], cores: number): void {
  const lines = [COLUMNS, ...rows.map(cellsOf)];
  const widths = COLUMNS.map((_column, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  for (const line of lines) {
    console.log(line.map((cell, at) => cell.padStart((widths[at] ?? 0) + 2)).join(''));
  }
  console.log(`\nCPU usage is in cores. API, nginx, PostgreSQL and the load generator share ${cores} cores.`);
}

function cellsOf({ processes, perSecond, latencies, shares }: Row): string[] {
  const { api, nginx, postgres, load } = shares;
  return [
    String(processes),
    Math.round(perSecond).toLocaleString('en-US'),
    ...[0.5, 0.99].map((share) => percentile(latencies, share).toFixed(1)),
    ...[api, nginx, postgres, load, api + nginx + postgres + load].map((share) => share.toFixed(2)),
  ];
}
