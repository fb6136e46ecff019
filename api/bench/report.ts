import { aimsOf, type Aim } from './aims.js';
import type { Window } from './load.js';
import type { Machine } from './machine.js';
import { FEW_CALLERS, MANY_CALLERS, SCENARIOS, type Results, type Round, type Scenario } from './measure.js';
import type { Plan } from './options.js';
import { ORDINARY_POOL } from './ordinary-way.js';
import { median, summarize } from './statistics.js';

const TITLES: Record<Scenario, string> = {
  uniform: 'Uniform: transfers out of 1,000 accounts',
  hot: 'Hot: transfers out of one account',
};

/** The whole report as lines of text. */
export function reportLines(machine: Machine, plan: Plan, results: Results): string[] {
  return [
    '',
    ...machineLines(machine),
    '',
    `${plan.rounds} rounds of ${plan.windowMs / 1_000} s a way, interleaved; medians, with the slowest and fastest round.`,
    ...SCENARIOS.flatMap((scenario) => scenarioLines(TITLES[scenario], results.rounds[scenario])),
    ...loneLines(results),
    '',
    'Aims (each ratio within one round, then the median)',
    ...aimsOf(results).map(aimLine),
    '',
  ];
}

/** The same as numbers. */
export function reportJson(machine: Machine, plan: Plan, results: Results): string {
  return JSON.stringify({ machine, plan, aims: aimsOf(results), ...results }, null, 2);
}

function machineLines(machine: Machine): string[] {
  const { processor, cores, memoryGb, node, postgres, settings, fsyncMs, commitMs } = machine;
  const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return [
    `Machine     ${processor}, ${cores} cores, ${memoryGb} GB`,
    `Software    Node ${node}, PostgreSQL ${postgres}`,
    `Settings    ${set.join(' ')}`,
    `Durability  fdatasync of 8 kB ${fsyncMs.toFixed(2)} ms, smallest commit ${commitMs.toFixed(2)} ms (medians)`,
  ];
}

const HEADING = row('', 'callers', 'transfers/s', '(min … max)', 'p50 ms', 'p99 ms');

function scenarioLines(title: string, rounds: readonly Round[]): string[] {
  const ceiling = summarize(rounds.map(({ ceilingPerSecond }) => ceilingPerSecond));
  return [
    '',
    title,
    HEADING,
    windowLine(
      'ledger',
      MANY_CALLERS,
      rounds.map(({ ledger }) => ledger),
    ),
    windowLine(
      'ledger',
      FEW_CALLERS,
      rounds.map(({ ledgerFew }) => ledgerFew),
    ),
    windowLine(
      'ordinary way',
      ORDINARY_POOL,
      rounds.map(({ ordinary }) => ordinary),
    ),
    row('ceiling', '–', whole(ceiling.median), spread(ceiling.min, ceiling.max), '', ''),
  ];
}

function loneLines({ lone }: Results): string[] {
  return [
    '',
    'Lone caller: uniform accounts',
    HEADING,
    windowLine(
      'ledger',
      1,
      lone.map(({ ledger }) => ledger),
    ),
    windowLine(
      'ordinary way',
      1,
      lone.map(({ ordinary }) => ordinary),
    ),
  ];
}

function windowLine(way: string, callers: number, windows: readonly Window[]): string {
  const speed = summarize(windows.map(({ perSecond }) => perSecond));
  const p50 = median(windows.map(({ p50Ms }) => p50Ms));
  const p99 = median(windows.map(({ p99Ms }) => p99Ms));
  return row(
    way,
    String(callers),
    whole(speed.median),
    spread(speed.min, speed.max),
    p50.toFixed(2),
    p99.toFixed(2),
  );
}

function aimLine({ met, text, bound, aim, unit, measured }: Aim): string {
  const number = (value: number): string =>
    unit === '%' ? `${value.toFixed(0)} %` : `${value.toFixed(2)} ×`;
  const range = `${number(measured.min)} … ${number(measured.max)}`;
  return `  ${met ? '✓ met   ' : '✗ missed'}  ${number(measured.median)} (${range}), aim ${bound} ${aim} ${unit} ${text}`;
}

function row(
  ...[way, callers, speed, range, p50, p99]: [string, string, string, string, string, string]
): string {
  return `  ${way.padEnd(14)}${callers.padStart(8)}${speed.padStart(13)}  ${range.padEnd(19)}${p50.padStart(9)}${p99.padStart(9)}`;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

const spread = (min: number, max: number): string => `(${whole(min)} … ${whole(max)})`;
