import type { Bar, Chart, Section } from './chart.js';
import { machineLines } from './machine.js';
import { NOTES, SCENARIO_TITLES, whole, type Run } from './report.js';
import { roundsOf, waysOf, windowsOf, type Results } from './results.js';
import { summarize } from './statistics.js';
import { CALLERS, SCENARIOS, WAY_TITLES, type Scenario } from './ways.js';

/** The chart of a run. */
export function figuresOf({ machine, plan, results, missing }: Run): Chart {
  return {
    title: 'Transfers a second, durable',
    sections: SCENARIOS.map((scenario) => sectionOf(results, scenario)),
    notes: [
      `Medians of ${roundsOf(results).length} interleaved rounds of ${plan.windowMs / 1_000} s; the line is the range from the slowest to the fastest round.`,
      ...NOTES,
      ...missing.map((reason) => `Not measured: ${reason}`),
      ...machineLines(machine).map((line) => line.replace(/ {2,}/g, ': ')),
    ],
  };
}

function sectionOf(results: Results, scenario: Scenario): Section {
  const ceilings = results.ceilings.filter((ceiling) => ceiling.scenario === scenario);
  const bars = waysOf(results).flatMap((way) =>
    CALLERS[scenario].map((callers) => {
      const windows = windowsOf(results, { way, scenario, callers });
      const label = `${WAY_TITLES[way]}, ${callers} ${callers === 1 ? 'caller' : 'callers'}`;
      return barOf(
        label,
        windows.map(({ perSecond }) => perSecond),
        way === 'ledger',
      );
    }),
  );
  const ceiling = barOf(
    'ceiling: rows copied',
    ceilings.map(({ perSecond }) => perSecond),
    false,
  );
  return { title: SCENARIO_TITLES[scenario], bars: [...bars, ceiling] };
}

function barOf(label: string, speeds: readonly number[], isOurs: boolean): Bar {
  const { median, min, max } = summarize(speeds);
  return { label, value: median, min, max, text: whole(median), isOurs };
}
