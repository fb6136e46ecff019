import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { AMOUNT_MASK, useAreAmountsHidden } from '@/lib/amounts';
import { formatCents } from '@/lib/money';
import type { BalanceHistory } from './balance-history';
import { Chart } from './chart';
import { useChartTheme, type ChartTheme } from './use-chart-theme';

const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** Few enough that the labels fit on a phone. */
const TICK_COUNT = 3;
/** The shortest time that the axis covers. */
const LENGTH_MIN_MS = 3_600_000;

/** The area chart of a balance history. */
export function BalanceChart({ history, height }: { history: BalanceHistory; height: number }) {
  const { points } = history;
  const chartTheme = useChartTheme();
  const areHidden = useAreAmountsHidden();
  const series = useMemo(
    () => [{ name: 'Balance', data: points.map(({ time, balanceCents }) => ({ x: time, y: balanceCents })) }],
    [points],
  );
  const options = useMemo(() => optionsOf(history, chartTheme, areHidden), [history, chartTheme, areHidden]);
  return (
    <Chart
      key={areHidden ? 'hidden' : 'shown'}
      type="area"
      height={height}
      series={series}
      options={options}
      chartTheme={chartTheme}
    />
  );
}

function optionsOf(
  { points, names, labels }: BalanceHistory,
  chartTheme: ChartTheme,
  areHidden: boolean,
): ApexOptions {
  const until = points.at(-1)?.time ?? 0;
  // The points of a first hour may all have one time.
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
      labels: { formatter: (cents) => (areHidden ? AMOUNT_MASK : WHOLE_DOLLARS.format(cents / 100)) },
    },
    tooltip: {
      theme: chartTheme.mode,
      x: { formatter: (_, at?: { dataPointIndex: number }) => names[at?.dataPointIndex ?? 0] ?? '' },
      y: { formatter: (cents) => (areHidden ? AMOUNT_MASK : formatCents(Math.round(cents))) },
    },
  };
}
