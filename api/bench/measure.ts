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

/** What is compared: the ledger and the others, with connections of the ledger's owner and of the superuser. */
export interface BenchmarkSetup {
  readonly ledger: Contender;
  readonly others: readonly Contender[];
  readonly connection: Connection;
  readonly server: Connection;
}

/**
 * Measures all ways in interleaved rounds: each way once with every number of callers, close together in time, so
 * that what else the machine does hits them all. The order of the ways changes from round to round. Each round and
 * each steady pace begin with a checkpoint: it keeps log files for use again, as any server has that runs for a
 * while, and leaves nothing to be written of what others did before. As the first change of a page after it is
 * dearer than others, a window of the steady pace goes before the one that counts.
 */
export async function measure(
  contest: BenchmarkSetup,
  plan: Plan,
  onProgress: (what: string) => void,
): Promise<Results> {
  const ways = [contest.ledger, ...contest.others];
  const samples: Sample[] = [];
  const ceilings: CeilingResult[] = [];
  const steady: SteadyResult[] = [];
  const started = performance.now();
  onProgress('Warming up');
  await warmUp(ways, plan.warmUpMs);
  for (let round = 0; round < plan.rounds; round += 1) {
    const roundStarted = performance.now();
    onProgress(`Round ${round + 1} of ${plan.rounds}`);
    await contest.server.run('checkpoint');
    for (const { way, scenario, callers } of scheduleRound(ways, round)) {
      const run = () =>
        way.runWindow(scenario, {
          callers,
          milliseconds: callers === LONE_CALLER ? plan.loneWindowMs : plan.windowMs,
        });
      const key = { round, scenario, callers, contender: way.name };
      if (way === contest.ledger && callers === PEAK_CALLERS) {
        const { window, perSecond } = await measureWithCeiling(contest.connection, run);
        samples.push({ ...key, window });
        ceilings.push({ round, scenario, perSecond });
      } else samples.push({ ...key, window: await run() });
    }
    steady.push(await measureSteadyLoad(contest, samples, round, plan.windowMs));
    await assertLedger(contest.connection);
    const now = performance.now();
    // Another round may well take as long as this one.
    if (now - started + (now - roundStarted) > plan.budgetMs) break;
  }
  return { samples, ceilings, steady };
}

async function warmUp(ways: readonly Contender[], milliseconds: number): Promise<void> {
  for (const scenario of SCENARIOS) {
    for (const way of ways) {
      for (const callers of [POOL_CALLERS, PEAK_CALLERS])
        await way.runWindow(scenario, { callers, milliseconds });
    }
  }
}

interface Turn {
  readonly way: Contender;
  readonly scenario: Scenario;
  readonly callers: number;
}

/** Every load of a round, the ways one after the other under each; another way begins in each round. */
function scheduleRound(ways: readonly Contender[], round: number): Turn[] {
  const first = round % ways.length;
  const order = [...ways.slice(first), ...ways.slice(0, first)];
  return SCENARIOS.flatMap((scenario) =>
    CALLERS[scenario].flatMap((callers) => order.map((way) => ({ way, scenario, callers }))),
  );
}

/** A window of the ledger, and how fast PostgreSQL alone writes the very rows that it produced. */
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
