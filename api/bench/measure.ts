import { stage, unstage, writeStaged } from './ceiling-way.js';
import { assertCeiling, assertLedger } from './checks.js';
import type { Connection } from './database.js';
import type { Window } from './load.js';
import type { Plan } from './options.js';
import { type Ceiling, type Results, type Sample, type Steady, windowOf } from './results.js';
import { CALLERS, LONE, MANY, SCENARIOS, SOME, type Scenario, type Way } from './ways.js';

/** What is compared: the ledger and the others, with connections of the ledger's owner and of the superuser. */
export interface Contest {
  readonly ledger: Way;
  readonly others: readonly Way[];
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
export async function measure(contest: Contest, plan: Plan, tell: (what: string) => void): Promise<Results> {
  const ways = [contest.ledger, ...contest.others];
  const samples: Sample[] = [];
  const ceilings: Ceiling[] = [];
  const steady: Steady[] = [];
  const started = performance.now();
  tell('Warming up');
  await warmUp(ways, plan.warmUpMs);
  for (let round = 0; round < plan.rounds; round += 1) {
    const roundStarted = performance.now();
    tell(`Round ${round + 1} of ${plan.rounds}`);
    await contest.server.run('checkpoint');
    for (const { way, scenario, callers } of turnsOf(ways, round)) {
      const run = () =>
        way.window(scenario, { callers, milliseconds: callers === LONE ? plan.loneWindowMs : plan.windowMs });
      const key = { round, scenario, callers, way: way.name };
      if (way === contest.ledger && callers === MANY) {
        const { window, perSecond } = await withCeiling(contest.connection, run);
        samples.push({ ...key, window });
        ceilings.push({ round, scenario, perSecond });
      } else samples.push({ ...key, window: await run() });
    }
    steady.push(await steadyWindow(contest, samples, round, plan.windowMs));
    await assertLedger(contest.connection);
    const now = performance.now();
    // Another round may well take as long as this one.
    if (now - started + (now - roundStarted) > plan.budgetMs) break;
  }
  return { samples, ceilings, steady };
}

async function warmUp(ways: readonly Way[], milliseconds: number): Promise<void> {
  for (const scenario of SCENARIOS) {
    for (const way of ways) {
      for (const callers of [SOME, MANY]) await way.window(scenario, { callers, milliseconds });
    }
  }
}

interface Turn {
  readonly way: Way;
  readonly scenario: Scenario;
  readonly callers: number;
}

/** Every load of a round, the ways one after the other under each; another way begins in each round. */
function turnsOf(ways: readonly Way[], round: number): Turn[] {
  const first = round % ways.length;
  const order = [...ways.slice(first), ...ways.slice(0, first)];
  return SCENARIOS.flatMap((scenario) =>
    CALLERS[scenario].flatMap((callers) => order.map((way) => ({ way, scenario, callers }))),
  );
}

/** A window of the ledger, and how fast PostgreSQL alone writes the very rows that it produced. */
async function withCeiling(
  connection: Connection,
  run: () => Promise<Window>,
): Promise<{ window: Window; perSecond: number }> {
  const { head } = await connection.row<{ head: number }>('select position as head from ledger_head');
  const window = await run();
  await stage(connection, head);
  const { seconds } = await writeStaged(connection);
  await assertCeiling(connection, window.transfers);
  await unstage(connection);
  return { window, perSecond: window.transfers / seconds };
}

async function steadyWindow(
  { ledger, server }: Contest,
  samples: readonly Sample[],
  round: number,
  milliseconds: number,
): Promise<Steady> {
  const peak = windowOf({ samples }, { round, way: 'ledger', scenario: 'uniform', callers: MANY });
  const offeredPerSecond = peak.perSecond / 2;
  const load = { perSecond: offeredPerSecond, milliseconds };
  await server.run('checkpoint');
  await ledger.window('uniform', load);
  return { round, offeredPerSecond, window: await ledger.window('uniform', load) };
}
