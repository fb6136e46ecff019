import { stage, unstage, writeStaged } from './ceiling-way.js';
import {
  assertCeiling,
  assertGrowth,
  assertLedger,
  writtenByLedger,
  writtenByOrdinary,
  type Written,
} from './checks.js';
import type { Connection } from './database.js';
import { underLoad, type Transfer, type Window } from './load.js';
import type { Plan } from './options.js';
import { ORDINARY_POOL } from './ordinary-way.js';
import { TransferSource } from './transfers.js';

/** Callers of the ledger in its main measurement. */
export const MANY_CALLERS = 256;
/** As many callers as the ordinary way has connections. */
export const FEW_CALLERS = ORDINARY_POOL;

export const SCENARIOS = ['uniform', 'hot'] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** One round of a scenario: each way once, close together in time, so that what the machine does hits them all. */
export interface Round {
  readonly ledger: Window;
  readonly ledgerFew: Window;
  readonly ordinary: Window;
  readonly ceilingPerSecond: number;
}

export interface LoneRound {
  readonly ledger: Window;
  readonly ordinary: Window;
}

export interface Results {
  readonly rounds: Record<Scenario, Round[]>;
  readonly lone: LoneRound[];
}

/** The ways to be compared, and a connection to look at what they wrote. */
export interface Ways {
  readonly ledger: Transfer;
  readonly ordinary: Transfer;
  readonly connection: Connection;
}

export type AccountsOf = Record<Scenario, readonly string[]>;

/** Measures all ways in interleaved rounds, checking after each window that it wrote what it answered. */
export async function measure(ways: Ways, accounts: AccountsOf, plan: Plan): Promise<Results> {
  const lanes = { uniform: laneOf(ways, accounts.uniform, 1), hot: laneOf(ways, accounts.hot, 2) };
  const results: Results = { rounds: { uniform: [], hot: [] }, lone: [] };
  await lanes.uniform.round(plan.warmUpMs);
  await lanes.hot.round(plan.warmUpMs);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const scenario of SCENARIOS) {
      results.rounds[scenario].push(await lanes[scenario].round(plan.windowMs));
    }
    results.lone.push(await lanes.uniform.loneRound(plan.loneWindowMs));
  }
  return results;
}

/** The measurements on one set of accounts; both ways get the same transfers in the same order. */
function laneOf({ ledger, ordinary, connection }: Ways, accountIds: readonly string[], seed: number) {
  const ledgerSource = new TransferSource(accountIds, seed);
  const ordinarySource = new TransferSource(accountIds, seed);

  async function ledgerWindow(callers: number, milliseconds: number): Promise<Window> {
    const run = () => underLoad(ledger, ledgerSource, { callers, milliseconds });
    const window = await checked('ledger', () => writtenByLedger(connection), run);
    await assertLedger(connection);
    return window;
  }

  function ordinaryWindow(callers: number, milliseconds: number): Promise<Window> {
    const run = () => underLoad(ordinary, ordinarySource, { callers, milliseconds });
    return checked('ordinary', () => writtenByOrdinary(connection), run);
  }

  async function round(milliseconds: number): Promise<Round> {
    const { head } = await connection.row<{ head: number }>('select position as head from ledger_head');
    const manyWindow = await ledgerWindow(MANY_CALLERS, milliseconds);
    await stage(connection, head);
    const ordinaryResult = await ordinaryWindow(ORDINARY_POOL, milliseconds);
    const { seconds } = await writeStaged(connection);
    await assertCeiling(connection, manyWindow.transfers);
    await unstage(connection);
    return {
      ledger: manyWindow,
      ledgerFew: await ledgerWindow(FEW_CALLERS, milliseconds),
      ordinary: ordinaryResult,
      ceilingPerSecond: manyWindow.transfers / seconds,
    };
  }

  async function loneRound(milliseconds: number): Promise<LoneRound> {
    return { ledger: await ledgerWindow(1, milliseconds), ordinary: await ordinaryWindow(1, milliseconds) };
  }

  return { round, loneRound };
}

async function checked(
  way: string,
  written: () => Promise<Written>,
  run: () => Promise<Window>,
): Promise<Window> {
  const before = await written();
  const window = await run();
  assertGrowth(way, before, await written(), window.transfers);
  return window;
}
