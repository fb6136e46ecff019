import { stageRows, dropStagedRows, insertStagedRows } from './ceiling-contender.js';
import { assertCeiling, assertLedger } from './checks.js';
import type { Connection } from './connection.js';
import type { WindowResult } from './load.js';
import type { Plan } from './options.js';
import { type CeilingResult, type Results, type Sample, type SteadyResult, windowOf } from './results.js';
import {
  CALLERS,
  LONE_CALLER,
  PEAK_CALLERS,
  SCENARIOS,
  POOL_CALLERS,
  type Scenario,
  type Contender,
} from './contenders.js';

/** The contenders, and connections as the ledger's owner (`connection`) and as superuser (`server`). */
export interface BenchmarkSetup {
  readonly ledger: Contender;
  readonly others: readonly Contender[];
  readonly connection: Connection;
  readonly server: Connection;
}

/**
 * Measures all contenders in interleaved rounds. In a round, each contender runs once with every number of callers.
 * These runs are close together in time, so other load on the machine affects all contenders. The order rotates from
 * round to round.
 *
 * A checkpoint precedes each round and each steady load. It recycles WAL files and writes out the pages of earlier
 * windows. The first change to a page after a checkpoint is more expensive, so the steady load has a warm-up window.
 */
export async function measure(
  setup: BenchmarkSetup,
  plan: Plan,
  onProgress: (message: string) => void,
): Promise<Results> {
  const contenders = [setup.ledger, ...setup.others];
  const samples: Sample[] = [];
  const ceilings: CeilingResult[] = [];
  const steady: SteadyResult[] = [];
  const started = performance.now();
  onProgress('Warming up');
  await warmUp(contenders, plan.warmUpMs);
  for (let round = 0; round < plan.rounds; round += 1) {
    const roundStarted = performance.now();
    onProgress(`Round ${round + 1} of ${plan.rounds}`);
    await setup.server.run('checkpoint');
    for (const { contender, scenario, callers } of scheduleRound(contenders, round)) {
      const run = () =>
        contender.runWindow(scenario, {
          callers,
          milliseconds: callers === LONE_CALLER ? plan.loneWindowMs : plan.windowMs,
        });
      const key = { round, scenario, callers, contender: contender.name };
      if (contender === setup.ledger && callers === PEAK_CALLERS) {
        const { window, perSecond } = await measureWithCeiling(setup.connection, run);
        samples.push({ ...key, window });
        ceilings.push({ round, scenario, perSecond });
      } else samples.push({ ...key, window: await run() });
    }
    steady.push(await measureSteadyLoad(setup, samples, round, plan.windowMs));
    await assertLedger(setup.connection);
    const now = performance.now();
    // Assumes that the next round takes as long as this one.
    if (now - started + (now - roundStarted) > plan.budgetMs) break;
  }
  return { samples, ceilings, steady };
}

async function warmUp(contenders: readonly Contender[], milliseconds: number): Promise<void> {
  for (const scenario of SCENARIOS) {
    for (const contender of contenders) {
      for (const callers of [POOL_CALLERS, PEAK_CALLERS])
        await contender.runWindow(scenario, { callers, milliseconds });
    }
  }
}

interface Turn {
  readonly contender: Contender;
  readonly scenario: Scenario;
  readonly callers: number;
}

/** All windows of a round: for each load, all contenders in turn. A different contender goes first in each round. */
function scheduleRound(contenders: readonly Contender[], round: number): Turn[] {
  const first = round % contenders.length;
  const order = [...contenders.slice(first), ...contenders.slice(0, first)];
  return SCENARIOS.flatMap((scenario) =>
    CALLERS[scenario].flatMap((callers) => order.map((contender) => ({ contender, scenario, callers }))),
  );
}

/** Runs a ledger window, then measures how fast PostgreSQL alone inserts the rows of that window. */
async function measureWithCeiling(
  connection: Connection,
  run: () => Promise<WindowResult>,
): Promise<{ window: WindowResult; perSecond: number }> {
  const { head } = await connection.row<{ head: number }>('select position as head from ledger_head');
  const window = await run();
  await stageRows(connection, head);
  const { seconds } = await insertStagedRows(connection);
  await assertCeiling(connection, window.transfers);
  await dropStagedRows(connection);
  return { window, perSecond: window.transfers / seconds };
}

async function measureSteadyLoad(
  { ledger, server }: BenchmarkSetup,
  samples: readonly Sample[],
  round: number,
  milliseconds: number,
): Promise<SteadyResult> {
  const peak = windowOf(
    { samples },
    { round, contender: 'ledger', scenario: 'uniform', callers: PEAK_CALLERS },
  );
  const offeredPerSecond = peak.perSecond / 2;
  const load = { perSecond: offeredPerSecond, milliseconds };
  await server.run('checkpoint');
  await ledger.runWindow('uniform', load);
  return { round, offeredPerSecond, window: await ledger.runWindow('uniform', load) };
}
