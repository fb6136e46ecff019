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
import { summarize, type Summary } from '../statistics.js';

const ROUNDS = 24;
const WINDOW_MS = 1_000;
const WARM_UP_MS = 1_000;
/** The most that signatures may cost (LED-20). */
const MAX_COST = 0.05;

/** Signs nothing, so that its batches are stored as they were before there were signatures. */
class NoSigner extends BatchSigner {
  override sign(): null {
    return null;
  }
}

interface Round {
  readonly signed: WindowResult;
  readonly unsigned: WindowResult;
}

/**
 * Measures what the signatures of batches cost: the same writer with and without them, in turns on one database. Each ratio
 * is computed within a round, whose order alternates, so that other load on the machine affects both sides.
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
  for (const callers of [LONE_CALLER, PEAK_CALLERS])
    report(callers, await measure(signed, unsigned, callers));
  await Promise.all([signed.close(), unsigned.close(), connection.close()]);
}

async function measure(signed: Contender, unsigned: Contender, callers: number): Promise<Round[]> {
  const run = (contender: Contender, milliseconds: number): Promise<WindowResult> =>
    contender.runWindow('uniform', { callers, milliseconds });
  await run(signed, WARM_UP_MS);
  await run(unsigned, WARM_UP_MS);
  const rounds: Round[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    const isSignedFirst = index % 2 === 0;
    const first = await run(isSignedFirst ? signed : unsigned, WINDOW_MS);
    const second = await run(isSignedFirst ? unsigned : signed, WINDOW_MS);
    rounds.push(isSignedFirst ? { signed: first, unsigned: second } : { signed: second, unsigned: first });
  }
  return rounds;
}

function report(callers: number, rounds: readonly Round[]): void {
  const cost = summarize(rounds.map(({ signed, unsigned }) => 1 - signed.perSecond / unsigned.perSecond));
  const cpu = summarize(rounds.map(({ signed, unsigned }) => signed.processUs / unsigned.processUs - 1));
  const speed = (side: keyof Round): string =>
    Math.round(summarize(rounds.map((round) => round[side].perSecond)).median).toLocaleString('en-US');
  console.log(
    `${callers} callers: ${speed('signed')} transfers/s with signatures, ${speed('unsigned')} without (medians of ${rounds.length} rounds)`,
  );
  const isMet = cost.median <= MAX_COST;
  console.log(`  throughput lost  ${percents(cost)}  ${isMet ? '✓' : '✗'} at most ${percent(MAX_COST)}`);
  console.log(`  CPU per transfer ${percents(cpu)} more in this process`);
}

const percents = ({ median, min, max }: Summary): string =>
  `${percent(median)} (${percent(min)} … ${percent(max)})`;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

await main();
