import { aimsOf, type Aim } from './aims.js';
import { machineLines, type Machine } from './machine.js';
import type { Plan } from './options.js';
import { roundsOf, waysOf, windowOf, windowsOf, type Results } from './results.js';
import { median, summarize } from './statistics.js';
import { CALLERS, MANY, POOL_SIZE, SCENARIOS, WAY_TITLES, type Scenario, type WayName } from './ways.js';

export const SCENARIO_TITLES: Record<Scenario, string> = {
  uniform: 'Uniform: transfers out of 1,000 accounts',
  hot: 'Hot: transfers out of one account',
};

/** What a reader must know to compare the ways. */
export const NOTES = [
  `Every transfer is durable before its caller is answered. The rivals have ${POOL_SIZE} connections, the ledger's writer one.`,
  'Ledger: event, hash chain, balances, account line, transaction, texts, idempotency key. Ordinary way: balance, transfer, idempotency key. Emmett and MessageDB: only the event, appended with the expected version; the appends to one stream take turns, so none is tried twice.',
  "Ceiling: the rows of the ledger's window, copied by PostgreSQL from table to table in one commit.",
];

/** A whole run: what was measured on what. */
export interface Run {
  readonly machine: Machine;
  readonly plan: Plan;
  readonly results: Results;
  /** What could not be measured, and why. */
  readonly missing: readonly string[];
}

/** The whole report as lines of text. */
export function reportLines({ machine, plan, results, missing }: Run): string[] {
  return [
    '',
    ...machineLines(machine),
    '',
    `${roundsOf(results).length} of ${plan.rounds} rounds of ${plan.windowMs / 1_000} s a load, interleaved; medians, with the slowest and fastest round.`,
    ...NOTES,
    ...missing.map((reason) => `Not measured: ${reason}`),
    ...SCENARIOS.flatMap((scenario) => scenarioLines(results, scenario)),
    ...steadyLines(results),
    '',
    'Aims (each ratio within one round, then the median)',
    ...aimsOf(results).map(aimLine),
    '',
  ];
}

/** The same as numbers. */
export function reportJson({ machine, plan, results, missing }: Run): string {
  return JSON.stringify({ machine, plan, missing, aims: aimsOf(results), ...results }, null, 2);
}

function scenarioLines(results: Results, scenario: Scenario): string[] {
  const ceilings = results.ceilings.filter((ceiling) => ceiling.scenario === scenario);
  const ceiling = summarize(ceilings.map(({ perSecond }) => perSecond));
  return [
    '',
    SCENARIO_TITLES[scenario],
    row('', 'callers', 'transfers/s', '(min … max)', 'p50 ms', 'p99 ms', 'ledger is'),
    ...CALLERS[scenario].flatMap((callers) =>
      waysOf(results).map((way) => windowLine(results, { way, scenario, callers })),
    ),
    row('ceiling', '–', whole(ceiling.median), spread(ceiling.min, ceiling.max), '', '', ''),
  ];
}

interface Load {
  readonly way: WayName;
  readonly scenario: Scenario;
  readonly callers: number;
}

function windowLine(results: Results, load: Load): string {
  const windows = windowsOf(results, load);
  const speed = summarize(windows.map(({ perSecond }) => perSecond));
  return row(
    WAY_TITLES[load.way],
    String(load.callers),
    whole(speed.median),
    spread(speed.min, speed.max),
    median(windows.map(({ p50Ms }) => p50Ms)).toFixed(2),
    median(windows.map(({ p99Ms }) => p99Ms)).toFixed(2),
    load.way === 'ledger' ? '' : `${timesFaster(results, load).toFixed(1)} ×`,
  );
}

/** How many times as fast the ledger was with as many callers. */
function timesFaster(results: Results, load: Load): number {
  const ratios = roundsOf(results).map((round) => {
    const ledger = windowOf(results, { ...load, round, way: 'ledger' });
    return ledger.perSecond / windowOf(results, { ...load, round }).perSecond;
  });
  return median(ratios);
}

function steadyLines({ steady }: Results): string[] {
  const offered = median(steady.map(({ offeredPerSecond }) => offeredPerSecond));
  const speed = summarize(steady.map(({ window }) => window.perSecond));
  return [
    '',
    `Steady pace: half of what ${MANY} callers got, ${whole(offered)} transfers arriving each second`,
    row(
      'ledger',
      '–',
      whole(speed.median),
      spread(speed.min, speed.max),
      median(steady.map(({ window }) => window.p50Ms)).toFixed(2),
      median(steady.map(({ window }) => window.p99Ms)).toFixed(2),
      '',
    ),
  ];
}

/** One aim with what was measured, as a line. */
export function aimLine({ met, text, bound, aim, unit, measured }: Aim): string {
  const number = (value: number): string =>
    unit === '%' ? `${value.toFixed(0)} %` : `${value.toFixed(2)} ×`;
  const range = `${number(measured.min)} … ${number(measured.max)}`;
  return `  ${met ? '✓ met   ' : '✗ missed'}  ${number(measured.median)} (${range}), aim ${bound} ${aim} ${unit} ${text}`;
}

type Cells = [string, string, string, string, string, string, string];

function row(...[way, callers, speed, range, p50, p99, ratio]: Cells): string {
  const cells = [
    way.padEnd(14),
    callers.padStart(8),
    speed.padStart(13),
    `  ${range.padEnd(19)}`,
    p50.padStart(9),
    p99.padStart(9),
    ratio.padStart(11),
  ];
  return `  ${cells.join('')}`.trimEnd();
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

const spread = (min: number, max: number): string => `(${whole(min)} … ${whole(max)})`;
