import type { Bar, Chart, Section } from './chart.js';
import { machineLines } from './machine.js';
import { NOTES, SCENARIO_TITLES, formatInteger, type BenchmarkRun } from './report.js';
import { roundNumbers, contenderNames, windowsOf, type Results } from './results.js';
import { summarize } from './statistics.js';
import { CALLERS, SCENARIOS, CONTENDER_TITLES, type Scenario } from './contenders.js';

/** The chart of a benchmark run. */
export function transfersChart({ machine, plan, results, missing }: BenchmarkRun): Chart {
  return {
    title: 'Durable transfers per second',
    sections: SCENARIOS.map((scenario) => sectionOf(results, scenario)),
    notes: [
      `Medians of ${roundNumbers(results).length} interleaved rounds of ${plan.windowMs / 1_000} s; lines show the range from the slowest to the fastest round.`,
      ...NOTES,
      ...missing.map((reason) => `Not measured: ${reason}`),
      ...machineLines(machine).map((line) => line.replace(/ {2,}/g, ': ')),
    ],
  };
}

function sectionOf(results: Results, scenario: Scenario): Section {
  const ceilings = results.ceilings.filter((ceiling) => ceiling.scenario === scenario);
  const bars = contenderNames(results).flatMap((contender) =>
    CALLERS[scenario].map((callers) => {
      const windows = windowsOf(results, { contender, scenario, callers });
      const label = `${CONTENDER_TITLES[contender]}, ${callers} ${callers === 1 ? 'caller' : 'callers'}`;
      return barOf(
        label,
        windows.map(({ perSecond }) => perSecond),
        contender === 'ledger',
      );
    }),
  );
  const ceiling = barOf(
    'ceiling: copied rows',
    ceilings.map(({ perSecond }) => perSecond),
    false,
  );
  return { title: SCENARIO_TITLES[scenario], bars: [...bars, ceiling] };
}

function barOf(label: string, speeds: readonly number[], isOurs: boolean): Bar {
  const { median, min, max } = summarize(speeds);
  return { label, value: median, min, max, text: formatInteger(median), isOurs };
}
