import type { Connection } from '../connection.js';
import { summarize, type Summary } from '../statistics.js';
import type { BenchLedger } from './bench-ledger.js';
import { resetStatementStatistics, statementCosts, type StatementCost } from './statements.js';

/** The cost of a transfer in a ledger of one size. */
export interface Mark {
  /** Number of events when the measurement began. The measurement adds about 49,000. */
  readonly events: number;
  /** Milliseconds per 1,000 transfers. */
  readonly msPer1000: Summary;
  /** The same for the small ledger, measured alternately with the growing one. */
  readonly smallMsPer1000: Summary;
  /** The growing ledger's cost relative to the small one's, per pair of windows. */
  readonly ratio: Summary;
  readonly statements: readonly StatementCost[];
}

/** The mean cost over a range of sizes while the ledger grows, including checkpoints and autovacuum. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly msPer1000: number;
}

export interface Growth {
  readonly marks: readonly Mark[];
  readonly stretches: readonly Stretch[];
}

const PAIRS_PER_MARK = 24;
const WINDOW_TRANSFERS = 2_000;
/** Transfers written to each ledger before the pairs of windows, so that neither starts idle. */
const WARM_UP_TRANSFERS = 1_000;
const STRETCHES_PER_MARK = 10;

/**
 * Grows a ledger from mark to mark. At each mark, measures the cost of a transfer, alternating with a ledger that stays
 * small, so other load on the machine affects both.
 */
export async function measureGrowth(
  bank: BenchLedger,
  small: BenchLedger,
  statements: Connection,
  marks: readonly number[],
  onProgress: (message: string) => void,
): Promise<Growth> {
  const measured: Mark[] = [];
  const stretches: Stretch[] = [];
  await growTo(small, marks[0] ?? 0);
  for (const mark of marks) {
    stretches.push(...(await growTo(bank, mark)));
    const result = await measureMark(bank, small, statements);
    measured.push(result);
    const { events, msPer1000, ratio } = result;
    const cost = `${msPer1000.median.toFixed(0)} ms for 1,000 transfers`;
    onProgress(
      `${events.toLocaleString('en-US')} events: ${cost}, ${ratio.median.toFixed(2)} × the small ledger`,
    );
  }
  return { marks: measured, stretches };
}

async function growTo(bank: BenchLedger, mark: number): Promise<Stretch[]> {
  const stretches: Stretch[] = [];
  const step = Math.ceil((mark - bank.events) / STRETCHES_PER_MARK);
  while (bank.events < mark) {
    const from = bank.events;
    const transfers = Math.min(step, mark - from);
    const milliseconds = await bank.write(transfers);
    stretches.push({ from, to: bank.events, msPer1000: (1_000 * milliseconds) / transfers });
  }
  return stretches;
}

async function measureMark(bank: BenchLedger, small: BenchLedger, connection: Connection): Promise<Mark> {
  const { events } = bank;
  // Growing leaves work for vacuum, which must not run during the measurement.
  await connection.run('vacuum analyze');
  await small.write(WARM_UP_TRANSFERS);
  await bank.write(WARM_UP_TRANSFERS);
  await resetStatementStatistics(connection);
  const costs: number[] = [];
  const smallCosts: number[] = [];
  for (let pair = 0; pair < PAIRS_PER_MARK; pair += 1) {
    smallCosts.push(await costPer1000(small));
    costs.push(await costPer1000(bank));
  }
  return {
    events,
    msPer1000: summarize(costs),
    smallMsPer1000: summarize(smallCosts),
    ratio: summarize(costs.map((cost, pair) => cost / (smallCosts[pair] ?? Number.NaN))),
    statements: await statementCosts(connection, PAIRS_PER_MARK * WINDOW_TRANSFERS),
  };
}

const costPer1000 = async (bank: BenchLedger): Promise<number> =>
  (1_000 * (await bank.write(WINDOW_TRANSFERS))) / WINDOW_TRANSFERS;

/** The cost of one transfer at a mark: PostgreSQL microseconds, blocks and WAL bytes. */
export function totalCost({ statements }: Mark): { microseconds: number; blocks: number; walBytes: number } {
  const sum = (of: (cost: StatementCost) => number): number =>
    statements.reduce((total, cost) => total + of(cost), 0);
  return {
    microseconds: sum(({ microseconds }) => microseconds),
    blocks: sum(({ blocks }) => blocks),
    walBytes: sum(({ walBytes }) => walBytes),
  };
}

/** The highest median ratio of all marks. It must stay close to 1. */
export function worstRatio({ marks }: Growth): number {
  return Math.max(...marks.map(({ ratio }) => ratio.median));
}
