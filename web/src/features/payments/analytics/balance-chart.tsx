import type { ApexOptions } from 'apexcharts';
import { formatCents } from '@/lib/money';
import type { BalanceHistory } from './balance-history';
import { Chart, type FormatAmount } from './chart';
import type { ChartTheme } from './use-chart-theme';

const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** Few enough for the labels to fit on a phone. */
const TICK_COUNT = 3;
/** The shortest time that the axis covers. */
const LENGTH_MIN_MS = 3_600_000;

/** The area chart of a balance history. */
export function BalanceChart({ history, height }: { history: BalanceHistory; height: number }) {
  return (
    <Chart type="area" height={height} data={history} seriesOf={balanceSeries} optionsOf={balanceOptions} />
  );
}

function balanceSeries({ points }: BalanceHistory) {
  return [{ name: 'Balance', data: points.map(({ time, balanceCents }) => ({ x: time, y: balanceCents })) }];
}

function balanceOptions(
  { points, names, labels }: BalanceHistory,
  chartTheme: ChartTheme,
  formatAmount: FormatAmount,
): ApexOptions {
  const until = points.at(-1)?.time ?? 0;
  // Covers at least an hour, because all points of a new account may have the same time.
  const since = Math.min(points[0]?.time ?? 0, until - LENGTH_MIN_MS);
  const ticks = points.length === 2 ? names : labels.ofTicks(since, until, TICK_COUNT);
  return {
    colors: [chartTheme.accent],
    stroke: { curve: 'stepline', width: 2 },
    fill: { type: 'solid', opacity: 0.14 },
    markers: { size: 4, strokeWidth: 2, strokeColors: chartTheme.sheet, hover: { sizeOffset: 2 } },
    grid: { borderColor: chartTheme.rule, padding: { left: 16, right: 16 } },
    xaxis: {
      type: 'numeric',
      min: since,
      max: until,
      tickAmount: ticks.length - 1,
      axisTicks: { show: false },
      axisBorder: { color: chartTheme.rule },
      crosshairs: { stroke: { color: chartTheme.ink } },
      tooltip: { enabled: false },
      labels: {
        rotate: 0,
        hideOverlappingLabels: true,
        formatter: (time) =>
          ticks[Math.round(((Number(time) - since) / (until - since)) * (ticks.length - 1))] ?? '',
      },
    },
    yaxis: {
      min: 0,
      tickAmount: 4,
      forceNiceScale: true,
      labels: { formatter: (cents) => formatAmount(cents, () => WHOLE_DOLLARS.format(cents / 100)) },
    },
    tooltip: {
      theme: chartTheme.mode,
      x: { formatter: (_, at?: { dataPointIndex: number }) => names[at?.dataPointIndex ?? 0] ?? '' },
      y: { formatter: (cents) => formatAmount(Math.round(cents), formatCents) },
    },
  };
}
