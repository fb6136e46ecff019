import { evaluateAims, type Aim } from './aims.js';
import { machineLines, type Machine } from './machine.js';
import type { Plan } from './options.js';
import { roundNumbers, contenderNames, windowOf, windowsOf, type Results } from './results.js';
import { median, summarize } from './statistics.js';
import {
  CALLERS,
  PEAK_CALLERS,
  POOL_SIZE,
  SCENARIOS,
  CONTENDER_TITLES,
  type Scenario,
  type ContenderName,
} from './contenders.js';

export const SCENARIO_TITLES: Record<Scenario, string> = {
  uniform: 'Uniform: transfers out of 1,000 accounts',
  hot: 'Hot: transfers out of one account',
};

/** What readers need to know to compare the contenders. */
export const NOTES = [
  `Every transfer is durable before it is acknowledged. The ledger writes over one connection, the others over ${POOL_SIZE}.`,
  'Ledger: event, hash chain, balances, account entry, transaction, texts, idempotency key. Baseline: balance, transfer, idempotency key. Emmett and MessageDB: only the event, appended with the expected version, one at a time in each stream, so none is retried.',
  'Ceiling: PostgreSQL copies the rows that the ledger wrote in its window from table to table, in one commit.',
];

/** The results of a run, with the machine and plan. */
export interface BenchmarkRun {
  readonly machine: Machine;
  readonly plan: Plan;
  readonly results: Results;
  /** Contenders that could not be measured, with the reason. */
  readonly missing: readonly string[];
}

/** The report as lines of text. */
export function reportLines({ machine, plan, results, missing }: BenchmarkRun): string[] {
  return [
    '',
    ...machineLines(machine),
    '',
    `${roundNumbers(results).length} of ${plan.rounds} rounds of ${plan.windowMs / 1_000} s per load, interleaved; medians, with the slowest and fastest round.`,
    ...NOTES,
    ...missing.map((reason) => `Not measured: ${reason}`),
    ...SCENARIOS.flatMap((scenario) => scenarioLines(results, scenario)),
    ...steadyLines(results),
    '',
    'Aims (median of the ratios within each round)',
    ...evaluateAims(results).map(aimLine),
    '',
  ];
}

/** The report as JSON. */
export function reportJson({ machine, plan, results, missing }: BenchmarkRun): string {
  return JSON.stringify({ machine, plan, missing, aims: evaluateAims(results), ...results }, null, 2);
}

function scenarioLines(results: Results, scenario: Scenario): string[] {
  const ceilings = results.ceilings.filter((ceiling) => ceiling.scenario === scenario);
  const ceiling = summarize(ceilings.map(({ perSecond }) => perSecond));
  return [
    '',
    SCENARIO_TITLES[scenario],
    row('', 'callers', 'transfers/s', '(min … max)', 'p50 ms', 'p99 ms', 'ledger is'),
    ...CALLERS[scenario].flatMap((callers) =>
      contenderNames(results).map((contender) => windowLine(results, { contender, scenario, callers })),
    ),
    row('ceiling', '–', formatInteger(ceiling.median), formatRange(ceiling.min, ceiling.max), '', '', ''),
  ];
}

interface LoadKey {
  readonly contender: ContenderName;
  readonly scenario: Scenario;
  readonly callers: number;
}

function windowLine(results: Results, load: LoadKey): string {
  const windows = windowsOf(results, load);
  const speed = summarize(windows.map(({ perSecond }) => perSecond));
  return row(
    CONTENDER_TITLES[load.contender],
    String(load.callers),
    formatInteger(speed.median),
    formatRange(speed.min, speed.max),
    median(windows.map(({ p50Ms }) => p50Ms)).toFixed(2),
    median(windows.map(({ p99Ms }) => p99Ms)).toFixed(2),
    load.contender === 'ledger' ? '' : `${timesFaster(results, load).toFixed(1)} ×`,
  );
}

/** The ledger's speed relative to the contender's, with the same number of callers. */
function timesFaster(results: Results, load: LoadKey): number {
  const ratios = roundNumbers(results).map((round) => {
    const ledger = windowOf(results, { ...load, round, contender: 'ledger' });
    return ledger.perSecond / windowOf(results, { ...load, round }).perSecond;
  });
  return median(ratios);
}

function steadyLines({ steady }: Results): string[] {
  const offered = median(steady.map(({ offeredPerSecond }) => offeredPerSecond));
  const speed = summarize(steady.map(({ window }) => window.perSecond));
  return [
    '',
    `Steady load: ${formatInteger(offered)} transfers per second, which is half the rate reached with ${PEAK_CALLERS} callers`,
    row(
      'ledger',
      '–',
      formatInteger(speed.median),
      formatRange(speed.min, speed.max),
      median(steady.map(({ window }) => window.p50Ms)).toFixed(2),
      median(steady.map(({ window }) => window.p99Ms)).toFixed(2),
      '',
    ),
  ];
}

/** One aim with its measured value. */
export function aimLine({ met, text, bound, aim, unit, measured }: Aim): string {
  const suffix = unit === '%' ? unit : ` ${unit}`;
  const number = (value: number): string => `${value.toFixed(unit === '%' ? 0 : 2)}${suffix}`;
  const range = `${number(measured.min)} … ${number(measured.max)}`;
  return `  ${met ? '✓ met   ' : '✗ missed'}  ${number(measured.median)} (${range}), aim ${bound} ${aim}${suffix} ${text}`;
}

type Cells = [string, string, string, string, string, string, string];

function row(...[contender, callers, speed, range, p50, p99, ratio]: Cells): string {
  const cells = [
    contender.padEnd(14),
    callers.padStart(8),
    speed.padStart(13),
    `  ${range.padEnd(19)}`,
    p50.padStart(9),
    p99.padStart(9),
    ratio.padStart(11),
  ];
  return `  ${cells.join('')}`.trimEnd();
}

export const formatInteger = (value: number): string => Math.round(value).toLocaleString('en-US');

const formatRange = (min: number, max: number): string => `(${formatInteger(min)} … ${formatInteger(max)})`;
