import type { Chart } from '../chart.js';
import { machineLines, type Machine } from '../machine.js';
import { formatInteger } from '../report.js';
import { PEAK_CALLERS } from '../contenders.js';
import { totalCost, worstRatio, type Growth, type Mark, type Stretch } from './measure-growth.js';

const AIM = 1.25;
const SMALL_BANK = 'a ledger of at most 255,000 events';

/** The report as lines of text. */
export function growthLines(machine: Machine, growth: Growth): string[] {
  const worst = worstRatio(growth);
  return [
    '',
    ...machineLines(machine),
    '',
    `Cost of 1,000 transfers from ${PEAK_CALLERS} callers, alternating between this ledger and ${SMALL_BANK}; medians (min … max)`,
    row('events', 'ms', '(min … max)', 'small', 'ratio', 'PostgreSQL µs', 'blocks', 'WAL kB'),
    ...growth.marks.map(markLine),
    '',
    'While growing, including checkpoints and autovacuum (ms per 1,000 transfers)',
    ...growth.stretches.map(stretchLine),
    '',
    'Cost of each statement at the last mark (per transfer)',
    ...statementLines(growth.marks.at(-1)),
    '',
    `  ${worst <= AIM ? '✓ met   ' : '✗ missed'}  ${worst.toFixed(2)} ×, aim at most ${AIM} × the cost in the small ledger at every size`,
    '',
  ];
}

export function growthJson(machine: Machine, growth: Growth): string {
  return JSON.stringify({ machine, aim: AIM, worstRatio: worstRatio(growth), ...growth }, null, 2);
}

export function growthChart(machine: Machine, { marks }: Growth): Chart {
  return {
    title: 'Cost of a transfer as the ledger grows',
    sections: [
      {
        title: 'Milliseconds per 1,000 transfers',
        bars: marks.map(({ events, msPer1000, ratio }) => ({
          label: `${formatInteger(events)} events`,
          value: msPer1000.median,
          min: msPer1000.min,
          max: msPer1000.max,
          text: `${msPer1000.median.toFixed(0)} ms, ${ratio.median.toFixed(2)} × small`,
          isOurs: true,
        })),
      },
      {
        title: `The same in ${SMALL_BANK}, measured alternately`,
        bars: marks.map(({ events, smallMsPer1000 }) => ({
          label: `next to ${formatInteger(events)} events`,
          value: smallMsPer1000.median,
          min: smallMsPer1000.min,
          max: smallMsPer1000.max,
          text: `${smallMsPer1000.median.toFixed(0)} ms`,
          isOurs: false,
        })),
      },
    ],
    notes: machineLines(machine).map((line) => line.replace(/ {2,}/g, ': ')),
  };
}

function markLine(mark: Mark): string {
  const { events, msPer1000, smallMsPer1000, ratio } = mark;
  const { microseconds, blocks, walBytes } = totalCost(mark);
  return row(
    formatInteger(events),
    msPer1000.median.toFixed(1),
    `(${msPer1000.min.toFixed(1)} … ${msPer1000.max.toFixed(1)})`,
    smallMsPer1000.median.toFixed(1),
    `${ratio.median.toFixed(2)} ×`,
    microseconds.toFixed(1),
    blocks.toFixed(1),
    (walBytes / 1_000).toFixed(1),
  );
}

function stretchLine({ from, to, msPer1000 }: Stretch): string {
  return `  ${`${formatInteger(from)} … ${formatInteger(to)}`.padEnd(26)}${msPer1000.toFixed(1).padStart(8)}`;
}

function statementLines(mark: Mark | undefined): string[] {
  return (mark?.statements ?? [])
    .filter(({ microseconds }) => microseconds >= 0.1)
    .map(
      ({ statement, microseconds, blocks, walBytes }) =>
        `  ${statement.padEnd(36)}${microseconds.toFixed(1).padStart(7)} µs${blocks.toFixed(1).padStart(7)} blocks${(walBytes / 1_000).toFixed(2).padStart(7)} kB of WAL`,
    );
}

function row(...[events, ms, range, small, ratio, micros, blocks, wal]: string[]): string {
  const cells = [
    events?.padStart(10),
    ms?.padStart(8),
    `  ${range?.padEnd(17) ?? ''}`,
    small?.padStart(7),
    ratio?.padStart(9),
    micros?.padStart(15),
    blocks?.padStart(8),
    wal?.padStart(8),
  ];
  return `  ${cells.join('')}`;
}
