import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Connection } from './connection.js';
import { median } from './statistics.js';

/** The machine and software that a measurement ran on. */
export interface Machine {
  /** Start of the measurement, ISO 8601. */
  readonly measuredAt: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
  readonly settings: Record<string, string>;
  /** Median time to write 8 kB to a file and flush it. */
  readonly fsyncMs: number;
  /** Median time of the smallest transaction: one updated row. */
  readonly commitMs: number;
  /** The load average of the last minute, which shows other work on the machine. */
  readonly loadBefore: number;
}

const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'shared_buffers'];
const SAMPLES = 100;
const BLOCK = Buffer.alloc(8_192, 'm');

export async function describeMachine(connection: Connection): Promise<Machine> {
  const settings = await connection.rows<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [SETTINGS],
  );
  const { version } = await connection.row<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  return {
    measuredAt: new Date().toISOString(),
    loadBefore: os.loadavg()[0] ?? 0,
    processor: os.cpus()[0]?.model.trim() ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    node: process.versions.node,
    postgres: version,
    settings: Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    fsyncMs: fsyncLatency(),
    commitMs: await commitLatency(connection),
  };
}

function fsyncLatency(): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moniker-fsync-'));
  const file = openSync(path.join(folder, 'probe'), 'w');
  try {
    return median(
      Array.from({ length: SAMPLES }, () => {
        const started = performance.now();
        writeSync(file, BLOCK);
        fdatasyncSync(file);
        return performance.now() - started;
      }),
    );
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

async function commitLatency(connection: Connection): Promise<number> {
  await connection.run(
    'create table commit_probe (n int) with (fillfactor = 10); insert into commit_probe values (0)',
  );
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const started = performance.now();
    await connection.run('update commit_probe set n = n + 1');
    samples.push(performance.now() - started);
  }
  await connection.run('drop table commit_probe');
  return median(samples);
}

/** Describes the machine, one aspect per line. */
export function machineLines(machine: Machine): string[] {
  const { processor, cores, memoryGb, node, postgres, settings, fsyncMs, commitMs, loadBefore } = machine;
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return [
    `Machine     ${processor}, ${cores} cores, ${memoryGb} GB; load before ${loadBefore.toFixed(2)}; ${machine.measuredAt.slice(0, 16)}Z`,
    `Software    Node ${node}, PostgreSQL ${postgres}`,
    `Settings    ${set.join(' ')}`,
    `Durability  fdatasync of 8 kB ${fsyncMs.toFixed(2)} ms, smallest commit ${commitMs.toFixed(2)} ms (medians)`,
  ];
}
