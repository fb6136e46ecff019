import 'reflect-metadata';
import { BatchSigner } from '../../src/ledger/signing/batch-signer.js';
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
import { estimate, median, type Estimate } from '../statistics.js';
import { readServerCpu, usedBetween } from './server-cpu.js';

/** Many short rounds, because other load on the machine changes over time, but little within a short round. */
const ROUNDS = 80;
const WINDOW_MS = 300;
const WARM_UP_MS = 1_500;
const SOME_CALLERS = 16;
/** The largest share of CPU time that signatures may add (LED-20). */
const MAX_COST = 0.05;

/** Signs nothing, so its batches are stored without signatures. */
class NoSigner extends BatchSigner {
  override sign(): null {
    return null;
  }
}

/** One window, with the CPU time of the database's sessions. */
interface Measured extends WindowResult {
  /** Microseconds per transfer. Null if the server is not on this machine. */
  readonly serverUs: number | null;
}

interface Round {
  readonly signed: Measured;
  readonly unsigned: Measured;
}

/**
 * Measures the cost of signing batches. Runs the same writer with and without signatures, alternately on one database.
 * Each ratio compares the two windows of one round, and the two sides take turns going first, so other load on the
 * machine affects both sides alike. Other load changes the number of transfers per second, but hardly changes the CPU
 * time. CPU time includes all threads of this process and the database's sessions.
 */
async function main(): Promise<void> {
  const connection = await Connection.open(requireEnv('DATABASE_OWNER_URL'));
  const { processor, cores, postgres, node } = await describeMachine(connection);
  console.log(`${processor}, ${cores} cores, PostgreSQL ${postgres}, Node ${node}`);
  const accounts = createAccountIds();
  const open = (signer: BatchSigner): Contender => {
    const writer = createLedgerWriter(requireEnv('DATABASE_URL'), signer);
    return createLocalContender('ledger', {
      writeTransfer: writeThroughLedger(writer),
      accounts,
      readTotals: () => readLedgerTotals(connection),
      close: () => writer.close(),
    });
  };
  const seeder = createLedgerWriter(requireEnv('DATABASE_URL'), BENCH_SIGNER);
  await openAccounts(seeder, allAccountIds(accounts));
  await seeder.close();
  const [signed, unsigned] = [open(BENCH_SIGNER), open(new NoSigner(Buffer.alloc(32, 1)))];
  for (const callers of [LONE_CALLER, SOME_CALLERS, PEAK_CALLERS])
    report(callers, await measure(connection, { signed, unsigned }, callers));
  await Promise.all([signed.close(), unsigned.close(), connection.close()]);
}

async function measure(
  connection: Connection,
  contenders: Readonly<Record<keyof Round, Contender>>,
  callers: number,
): Promise<Round[]> {
  const run = async (side: keyof Round, milliseconds: number): Promise<Measured> => {
    const before = await readServerCpu(connection);
    const window = await contenders[side].runWindow('uniform', { callers, milliseconds });
    const serverUs = usedBetween(before, await readServerCpu(connection)) / window.transfers;
    return { ...window, serverUs: before.size === 0 ? null : serverUs };
  };
  await run('signed', WARM_UP_MS);
  await run('unsigned', WARM_UP_MS);
  const rounds: Round[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    const isSignedFirst = index % 2 === 0;
    const first = await run(isSignedFirst ? 'signed' : 'unsigned', WINDOW_MS);
    const second = await run(isSignedFirst ? 'unsigned' : 'signed', WINDOW_MS);
    rounds.push(isSignedFirst ? { signed: first, unsigned: second } : { signed: second, unsigned: first });
  }
  return rounds;
}

function report(callers: number, rounds: readonly Round[]): void {
  const line = (title: string, valueOf: (measured: Measured) => number, unit: string): void => {
    const more = estimate(rounds.map(({ signed, unsigned }) => valueOf(signed) / valueOf(unsigned) - 1));
    const of = (side: keyof Round): string =>
      Math.round(median(rounds.map((round) => valueOf(round[side])))).toLocaleString('en-US');
    console.log(
      `  ${title.padEnd(24)} ${`${of('unsigned')} → ${of('signed')} ${unit}`.padEnd(26)} ${percents(more)}`,
    );
  };
  console.log(
    `Callers: ${callers}. Without → with signatures (medians of ${rounds.length} pairs of windows)`,
  );
  line('transfers', ({ perSecond }) => perSecond, 'per s');
  line('CPU of the writer', ({ processUs }) => processUs, 'µs each');
  if (rounds.some(({ signed }) => signed.serverUs === null)) return;
  line('CPU of the database', ({ serverUs }) => serverUs ?? 0, 'µs each');
  const all = ({ processUs, serverUs }: Measured): number => processUs + (serverUs ?? 0);
  line('CPU of both', all, 'µs each');
  const cost = estimate(rounds.map(({ signed, unsigned }) => all(signed) / all(unsigned) - 1));
  console.log(`  ${cost.median <= MAX_COST ? '✓' : '✗'} at most ${100 * MAX_COST}% more CPU`);
}

const percents = ({ median: middle, interval, quartiles }: Estimate): string =>
  `${percent(middle)}, 95% confidence interval ${range(interval)}, quartiles ${range(quartiles)}`;

const range = ([from, to]: readonly [number, number]): string => `${percent(from)} … ${percent(to)}`;

const percent = (share: number): string => `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(1)}%`;

await main();
