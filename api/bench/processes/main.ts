import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hashPassword } from '../../src/platform/crypto/passwords.js';
import { seal } from '../../src/platform/crypto/sealed-text.js';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { readSecrets } from '../../src/platform/config/config.js';
import { Connection } from '../connection.js';
import { seedLargeBank } from '../lists/large-bank.js';
import { describeMachine } from '../machine.js';
import { requireEnv } from '../require-env.js';
import { cpuSecondsOf, type CpuSample, cpuSharesBetween } from './cpu.js';
import { startFleet, type Fleet } from './fleet.js';
import { pollDashboards, signInAll, type PollResult } from './polling.js';
import { printTable, type Row } from './table.js';
import { BENCH_SIGNER } from '../bench-signer.js';

const PASSWORD = 'many-processes';
const CUSTOMERS = 20;
const EVENTS = 4_000;
const WARM_UP_MS = 1_000;
const WINDOW_MS = 5_000;
/**
 * Number of measurements per process count. Only the fastest is reported, because other programs can only slow a
 * measurement down.
 */
const ROUNDS = 2;
const PROCESSES = [1, 2, 4];

/**
 * Compares one, two and four API processes behind an nginx with the production configuration. Measures the dashboard
 * reads that they serve per second, and the CPU usage of the API, nginx, PostgreSQL and the load generator.
 */
async function main(): Promise<void> {
  const connection = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const { processor, cores, postgres, node } = await describeMachine(connection);
  console.log(`${processor}, ${cores} cores, PostgreSQL ${postgres}, Node ${node}`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moniker-processes-'));
  try {
    await seed(connection);
    const rows: Row[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const processes of PROCESSES) rows.push(await measure(connection, folder, processes));
    }
    printTable(
      PROCESSES.map((processes) => best(rows.filter((row) => row.processes === processes))),
      cores,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await connection.close();
  }
}

async function seed(connection: Connection): Promise<void> {
  const writer = createLedgerWriter(requireEnv('DATABASE_URL'), BENCH_SIGNER);
  const shared = {
    passwordHash: await hashPassword(PASSWORD),
    ssnCiphertext: seal('219099999', readSecrets(process.env).ssnEncryption),
  };
  await seedLargeBank(connection, writer, { users: CUSTOMERS + 1, events: EVENTS }, shared, () => undefined);
  await writer.close();
  await connection.run('vacuum analyze');
}

async function measure(connection: Connection, folder: string, processes: number): Promise<Row> {
  const fleet = await startFleet(folder, processes);
  try {
    const cookies = await signInAll(connection, fleet.url, CUSTOMERS, PASSWORD);
    await pollDashboards(fleet.url, cookies, WARM_UP_MS);
    const before = await sampleCpu(connection, fleet);
    const polled = await pollDashboards(fleet.url, cookies, WINDOW_MS);
    return toRow(processes, polled, cpuSharesBetween(before, await sampleCpu(connection, fleet)));
  } finally {
    await fleet.stop();
  }
}

async function sampleCpu(connection: Connection, { apis, nginx }: Fleet): Promise<CpuSample> {
  const { pid } = await connection.row<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    at: performance.now(),
    api: cpuSecondsOf(apis),
    nginx: cpuSecondsOf(nginx),
    postgres: cpuSecondsOf([pid], 'with siblings'),
    // Counts this process without its children, because they include the APIs and nginx, which are counted above.
    load: cpuSecondsOf([process.pid], 'alone'),
  };
}

function toRow(processes: number, { responses, ms, latencies }: PollResult, shares: Row['shares']): Row {
  return { processes, perSecond: (responses / ms) * 1000, latencies, shares };
}

function best(rows: readonly Row[]): Row {
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('No rounds were measured');
  return others.reduce((fastest, row) => (row.perSecond > fastest.perSecond ? row : fastest), first);
}

await main();
