import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { KurrentLog } from '../../src/ledger/log/kurrent-log.js';
import { allAccountIds, createAccountIds, createTransferSources } from '../accounts.js';
import { readLedgerTotals, assertWindowTotals, CorrectnessError } from '../checks.js';
import { Connection } from '../connection.js';
import { LONE_CALLER, PEAK_CALLERS, type Scenario } from '../contenders.js';
import { openAccounts, writeThroughLedger } from '../ledger-contender.js';
import { runLoad, type WindowResult } from '../load.js';
import { describeMachine } from '../machine.js';
import { requireEnv } from '../require-env.js';
import { summarize, type Summary } from '../statistics.js';
import { measureEngine, type EngineFigures } from './engine-limits.js';
import { BENCH_SIGNER } from '../bench-signer.js';
import { measureReplay, type ReplayFigures } from './replay-speed.js';

const ENGINES = ['postgres', 'kurrentdb'] as const;
type Engine = (typeof ENGINES)[number];

/** A bank with its log in one engine, on its own database. */
interface Bank {
  readonly engine: Engine;
  run(scenario: Scenario, callers: number, milliseconds: number): Promise<WindowResult>;
  close(): Promise<void>;
}

const WARM_UP_MS = 1_000;
const WINDOW_MS = 2_000;
const LOADS = [
  { title: 'uniform, 256 callers', scenario: 'uniform', callers: PEAK_CALLERS },
  { title: 'hot account, 256 callers', scenario: 'hot', callers: PEAK_CALLERS },
  { title: 'lone caller', scenario: 'uniform', callers: LONE_CALLER },
] as const;

/** With 256 callers, the bank on KurrentDB must reach at least this share of the rate of the bank on PostgreSQL. */
const MIN_RATE = 0.6;
/** A lone transfer should take at most this many times as long as an append plus two commits. */
const MAX_LONE = 1.5;
/** Minimum speed of a replay, as a share of the speed of reading the stream. */
const MIN_REPLAY = 0.8;

/**
 * Compares two banks on one PostgreSQL server. The first has its log in PostgreSQL, the second in KurrentDB. Their
 * measurement windows alternate. Then measures replays of the log in KurrentDB.
 *
 * `DATABASE_URL` and `DATABASE_OWNER_URL` name the first bank's database, and `KURRENT_BANK_URL` and
 * `KURRENT_BANK_AUDITOR_URL` name the second bank's database. Both databases must be migrated. `KURRENTDB_URL` names
 * the KurrentDB server. `--rounds=5` sets the number of rounds.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
  const url = requireEnv('KURRENTDB_URL');
  const connection = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const { processor, cores, postgres, node } = await describeMachine(connection);
  console.log(`${processor}, ${cores} cores, PostgreSQL ${postgres}, Node ${node}\n`);
  const stream = `bench-${process.pid}`;
  const banks = [
    await openBank('postgres', requireEnv('DATABASE_URL'), null),
    await openBank('kurrentdb', requireEnv('KURRENT_BANK_URL'), new KurrentLog({ url, stream })),
  ];
  const windows: Window[] = [];
  const figures: EngineFigures[] = [];
  const replays: ReplayFigures[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // The engines take turns going first.
    const order = round % 2 === 0 ? banks : banks.toReversed();
    windows.push(...(await measureRound(round, order)));
    figures.push(await measureEngine(url, `${stream}-limits-${round}`, connection));
  }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    replays.push(
      await measureReplay({ url, stream, mayAdopt: false }, requireEnv('KURRENT_BANK_AUDITOR_URL')),
    );
  }
  await Promise.all([...banks, connection].map((one) => one.close()));
  report(windows, figures, replays);
}

interface Window {
  readonly round: number;
  readonly title: string;
  readonly engine: Engine;
  readonly result: WindowResult;
}

async function measureRound(round: number, banks: readonly Bank[]): Promise<Window[]> {
  const windows: Window[] = [];
  for (const { title, scenario, callers } of LOADS) {
    for (const bank of banks) {
      if (round === 0) await bank.run(scenario, callers, WARM_UP_MS);
      const result = await bank.run(scenario, callers, WINDOW_MS);
      windows.push({ round, title, engine: bank.engine, result });
    }
  }
  return windows;
}

async function openBank(engine: Engine, databaseUrl: string, log: KurrentLog | null): Promise<Bank> {
  const connection = await Connection.open(databaseUrl);
  const remote = log === null ? null : { log, keySecret: Buffer.alloc(32, 1) };
  const writer = createLedgerWriter(databaseUrl, BENCH_SIGNER, { remote });
  const accounts = createAccountIds();
  const sources = createTransferSources(accounts);
  await openAccounts(writer, allAccountIds(accounts));
  return {
    engine,
    async run(scenario, callers, milliseconds) {
      const before = await readLedgerTotals(connection);
      const result = await runLoad(writeThroughLedger(writer), sources[scenario], { callers, milliseconds });
      assertWindowTotals(engine, before, await readLedgerTotals(connection), result.transfers);
      return result;
    },
    async close() {
      await writer.close();
      await Promise.all([log?.close(), connection.close()]);
    },
  };
}

function report(
  windows: readonly Window[],
  figures: readonly EngineFigures[],
  replays: readonly ReplayFigures[],
): void {
  const summaryOf = (title: string, engine: Engine, read: (result: WindowResult) => number): Summary =>
    summarize(
      windows.filter((one) => one.title === title && one.engine === engine).map(({ result }) => read(result)),
    );
  for (const { title, callers } of LOADS) {
    const read = ({ perSecond, p50Ms }: WindowResult): number =>
      callers === LONE_CALLER ? p50Ms : perSecond;
    const unit = callers === LONE_CALLER ? 'ms' : 'transfers/s';
    const rows = ENGINES.map((engine) => {
      const p99 = summaryOf(title, engine, ({ p99Ms }) => p99Ms).median;
      return `  ${engine.padEnd(10)} ${text(summaryOf(title, engine, read))} ${unit}, 99th percentile ${p99.toFixed(1)} ms`;
    });
    console.log([title, ...rows, ''].join('\n'));
  }
  const rates = LOADS.filter(({ callers }) => callers > LONE_CALLER).map(({ title }) => {
    const pairs = ratios(windows, title);
    console.log(`${title}: KurrentDB reaches ${text(summarize(pairs), 2)} of PostgreSQL's rate`);
    return summarize(pairs).median;
  });
  const limit = summarize(figures.map(({ appendAndCommitsMs }) => appendAndCommitsMs));
  const append = summarize(figures.map(({ loneAppendMs }) => loneAppendMs));
  const commit = summarize(figures.map(({ commitMs }) => commitMs));
  const lone = summaryOf('lone caller', 'kurrentdb', ({ p50Ms }) => p50Ms);
  console.log(
    `an append plus two commits: ${text(limit, 2)} ms; a lone transfer: ${text(lone, 2)} ms\n` +
      `the engines alone: an append ${text(append, 2)} ms, a commit ${text(commit, 2)} ms`,
  );
  console.log(
    `the engine alone, appends of 256 events: ${text(summarize(figures.map(({ appendedPerSecond }) => appendedPerSecond)))} events/s`,
  );
  console.log(
    `the engine alone, reading: ${text(summarize(figures.map(({ readPerSecond }) => readPerSecond)))} events/s`,
  );
  const replayShare = reportReplays(replays);
  const isFast = [
    ...rates.map((rate) => rate >= MIN_RATE),
    lone.median <= MAX_LONE * limit.median,
    replayShare >= MIN_REPLAY,
  ].every(Boolean);
  console.log(
    `\nAims: at least ${MIN_RATE} of PostgreSQL's rate, a lone transfer within ${MAX_LONE} times the duration of an append plus two commits, a replay at ${MIN_REPLAY} of the read speed or more: ${isFast ? 'met' : 'NOT met'}.`,
  );
}

/** Prints the replay speed. Returns its median as a share of the read speed. */
function reportReplays(replays: readonly ReplayFigures[]): number {
  const replayed = summarize(replays.map(({ replayPerSecond }) => replayPerSecond));
  const share = summarize(
    replays.map(({ replayPerSecond, readPerSecond }) => replayPerSecond / readPerSecond),
  );
  const events = (replays[0]?.events ?? 0).toLocaleString('en-US');
  console.log(`replay of ${events} events: ${text(replayed)} events/s, ${text(share, 2)} of the read speed`);
  return share.median;
}

function ratios(windows: readonly Window[], title: string): number[] {
  const rate = (engine: Engine): number[] =>
    windows
      .filter((one) => one.title === title && one.engine === engine)
      .map(({ result }) => result.perSecond);
  const postgres = rate('postgres');
  return rate('kurrentdb').map((perSecond, round) => perSecond / (postgres[round] ?? Number.NaN));
}

function text({ median, min, max }: Summary, digits = median < 100 ? 1 : 0): string {
  const show = (value: number): string =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${show(median)} (${show(min)} to ${show(max)})`;
}

main().catch((error: unknown) => {
  const isWrong = error instanceof CorrectnessError;
  console.error(isWrong ? `✗  The benchmark found an error: ${error.message}` : error);
  process.exit(1);
});
