import 'reflect-metadata';
import { Connection } from '../connection.js';
import { describeMachine } from '../machine.js';
import { median } from '../statistics.js';
import { requireEnv } from '../require-env.js';
import { type CommandRun, runCommand } from './run-command.js';
import { copyAndHash } from './copy-and-hash.js';
import { seedLedger } from './seed-ledger.js';

const SIZES = '100000,1000000';
const ROUNDS = 3;
const AIM_PERCENT = 40;
const AIM_MIB = 300;

/**
 * Measures the speed and peak memory of `replay` and `verify`. Compares their speed with an upper limit, the speed of a
 * program that only copies the same rows and hashes them with SHA-256. `--events=100000,1000000,5000000` sets the sizes
 * of the log at which to measure; the real writer grows the log from each size to the next. `--keep` measures the
 * existing log.
 */
async function main(args: readonly string[]): Promise<void> {
  const connection = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const { processor, cores, postgres, node } = await describeMachine(connection);
  console.log(`${processor}, ${cores} cores, PostgreSQL ${postgres}, Node ${node}\n`);
  console.log(HEADING);
  let isFine = true;
  for (const events of args.includes('--keep') ? [0] : sizesOf(args)) {
    if (events > 0) await growTo(connection, events);
    isFine = (await measure(connection)) && isFine;
  }
  await connection.close();
  console.log(
    `\nTargets: at least ${AIM_PERCENT}% of the limit's speed, using at most ${AIM_MIB} MiB: ${isFine ? 'met' : 'NOT met'}.`,
  );
}

async function growTo(connection: Connection, events: number): Promise<void> {
  const missing = events - (await countOf(connection));
  if (missing > 0) await seedLedger(connection, requireEnv('DATABASE_URL'), missing);
}

async function countOf(connection: Connection): Promise<number> {
  const { position } = await connection.row<{ position: string }>('select position from ledger_head');
  return Number(position);
}

const HEADING = [
  'events'.padStart(10),
  ...['limit', 'replay', 'verify'].map((name) => `${name} ev/s`.padStart(14)),
  ...['replay', 'verify'].map((name) => `${name} %`.padStart(10)),
  ...['replay', 'verify'].map((name) => `${name} MiB`.padStart(12)),
].join('');

/**
 * Measures the programs on the log at its current size. Each program runs once per round. Prints a row with the median
 * speeds and the highest peak memory. Returns whether the targets are met.
 */
async function measure(connection: Connection): Promise<boolean> {
  const events = await countOf(connection);
  const url = requireEnv('DATABASE_AUDITOR_URL');
  const limits: number[] = [];
  const runs: Record<'replay' | 'verify', CommandRun[]> = { replay: [], verify: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await copyAndHash(url));
    runs.replay.push(await runCommand(['replay'], url));
    runs.verify.push(await runCommand(['verify'], url));
  }
  const limitMs = median(limits);
  const both = [runs.replay, runs.verify].map((all) => ({
    ms: median(all.map(({ ms }) => ms)),
    peakMib: Math.max(...all.map(({ peakMib }) => peakMib ?? NaN)),
  }));
  const perSecond = (ms: number): string => Math.round((events / ms) * 1_000).toLocaleString('en-US');
  const percent = (ms: number): number => (100 * limitMs) / ms;
  console.log(
    [
      events.toLocaleString('en-US').padStart(10),
      ...[limitMs, ...both.map(({ ms }) => ms)].map((ms) => perSecond(ms).padStart(14)),
      ...both.map(({ ms }) => `${percent(ms).toFixed(0)}%`.padStart(10)),
      ...both.map(({ peakMib }) => String(peakMib).padStart(12)),
    ].join(''),
  );
  return both.every(({ ms, peakMib }) => percent(ms) >= AIM_PERCENT && peakMib <= AIM_MIB);
}

function sizesOf(args: readonly string[]): number[] {
  const value = args.find((arg) => arg.startsWith('--events='))?.slice('--events='.length) ?? SIZES;
  const sizes = value.split(',').map(Number);
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0)) {
    throw new Error('--events must be whole numbers, separated by commas');
  }
  return sizes.sort((a, b) => a - b);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
