import 'reflect-metadata';
import { createLedgerWriter } from '../../src/ledger/create-ledger-writer.js';
import { allAccountIds, createAccountIds } from '../accounts.js';
import { BENCH_SIGNER } from '../bench-signer.js';
import { readLedgerTotals } from '../checks.js';
import { Connection } from '../connection.js';
import { LONE_CALLER, PEAK_CALLERS, type Contender } from '../contenders.js';
import { openAccounts, writeThroughLedger } from '../ledger-contender.js';
import type { WindowResult } from '../load.js';
import { createLocalContender } from '../local-contender.js';
import { describeMachine } from '../machine.js';
import { requireEnv } from '../require-env.js';
import { estimate, median } from '../statistics.js';

const ROUNDS = 12;
const WINDOW_MS = 2_000;
/** Maximum number of reads of a changed setting before giving up. A server reloads its settings within milliseconds. */
const MAX_LOOKS = 100_000;
/**
 * How many of the two standbys a commit waits for, and the setting that makes PostgreSQL wait. Both standbys always
 * replicate.
 */
const STANDBYS = { 0: '', 1: 'ANY 1 (*)', 2: 'ANY 2 (*)' } as const;
type Standbys = keyof typeof STANDBYS;
/** The share of the rate that must remain when commits wait for one standby. */
const MIN_SHARE = 0.8;

type Round = Readonly<Record<Standbys, WindowResult>>;

/**
 * Measures the cost of synchronous standbys: the same writer commits on a leader that waits in turn for none, one or
 * both of its two standbys. All three servers always run on this machine, so the only difference is the waiting.
 */
async function main(): Promise<void> {
  const server = await Connection.open(requireEnv('SERVER_URL'));
  const { processor, cores, postgres, node } = await describeMachine(server);
  console.log(`${processor}, ${cores} cores, PostgreSQL ${postgres}, Node ${node}`);
  const accounts = createAccountIds();
  const writer = createLedgerWriter(requireEnv('DATABASE_URL'), BENCH_SIGNER);
  await openAccounts(writer, allAccountIds(accounts));
  const contender = createLocalContender('ledger', {
    writeTransfer: writeThroughLedger(writer),
    accounts,
    readTotals: () => readLedgerTotals(server),
    close: () => writer.close(),
  });
  for (const callers of [LONE_CALLER, PEAK_CALLERS]) {
    report(callers, await measure(server, contender, callers));
  }
  await Promise.all([contender.close(), server.close()]);
}

async function measure(server: Connection, contender: Contender, callers: number): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    const results: Partial<Record<Standbys, WindowResult>> = {};
    const order = index % 2 === 0 ? ([0, 1, 2] as const) : ([2, 1, 0] as const);
    for (const standbys of order) {
      await setStandbys(server, standbys);
      results[standbys] = await contender.runWindow('uniform', { callers, milliseconds: WINDOW_MS });
    }
    rounds.push(results as Round);
  }
  return rounds;
}

/** Sets how many standbys each commit waits for. Returns once the setting has taken effect. */
async function setStandbys(server: Connection, standbys: Standbys): Promise<void> {
  await server.run(`alter system set synchronous_standby_names = '${STANDBYS[standbys]}'`);
  await server.run('select pg_reload_conf()');
  for (let attempt = 0; attempt < MAX_LOOKS; attempt += 1) {
    const { names } = await server.row<{ names: string }>(
      `select current_setting('synchronous_standby_names') as names`,
    );
    if (names === STANDBYS[standbys]) return;
  }
  throw new Error('the server did not reload its settings');
}

function report(callers: number, rounds: readonly Round[]): void {
  console.log(`Callers: ${callers} (medians of ${rounds.length} rounds)`);
  for (const standbys of [0, 1, 2] as const) {
    const of = (value: (result: WindowResult) => number): number =>
      median(rounds.map((round) => value(round[standbys])));
    const share = estimate(rounds.map((round) => round[standbys].perSecond / round[0].perSecond)).median;
    const rate = Math.round(of(({ perSecond }) => perSecond)).toLocaleString('en-US');
    const [p50, p99] = [of(({ p50Ms }) => p50Ms), of(({ p99Ms }) => p99Ms)].map((ms) => ms.toFixed(1));
    console.log(`  standbys: ${standbys}  ${rate} per s  p50 ${p50} ms  p99 ${p99} ms  ${percent(share)}`);
    if (standbys === 1 && callers === PEAK_CALLERS) {
      console.log(
        `  ${share >= MIN_SHARE ? '✓' : '✗'} one standby: at least ${percent(MIN_SHARE)} of the rate without standbys`,
      );
    }
  }
}

const percent = (share: number): string => `${Math.round(100 * share)}%`;

await main();
