import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import { AMOUNT_MASK, useAreAmountsHidden, useFormatCents } from '@/lib/amounts';
import { FiguresTable } from '@/components/ui/figures-table';
import { formatCents } from '@/lib/money';
import { zoneName } from '@/lib/time/bank-time';
import type { BalancePoint } from './analytics';
import { LazyChart } from './lazy-chart';
import type { TimeLabels } from './time-labels';
import { useChartTheme, type ChartTheme } from './use-chart-theme';

const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** Few enough that the labels fit on a phone. */
const TICK_COUNT = 3;

/** The points of the balance history and the name of each. */
export type BalanceHistory = {
  points: readonly BalancePoint[];
  names: readonly string[];
  labels: TimeLabels;
};

type BalanceHistoryCardProps = { history: BalanceHistory; timeZone: string };

/** The balance history as an area chart with steps, because a balance stays until the next entry (ANA-4, ANA-5). */
export function BalanceHistoryCard({ history, timeZone }: BalanceHistoryCardProps) {
  const { points, names } = history;
  const chartTheme = useChartTheme();
  const series = useMemo(
    () => [{ name: 'Balance', data: points.map(({ time, balanceCents }) => ({ x: time, y: balanceCents })) }],
    [points],
  );
  const format = useFormatCents();
  const areHidden = useAreAmountsHidden();
  const options = useMemo(() => optionsOf(history, chartTheme, areHidden), [history, chartTheme, areHidden]);
  return (
    <Card>
      <CardHeader
        title="Balance History"
        description={`Calculated back from today's balance with your latest settled transactions. Days and times in ${zoneName(timeZone)}.`}
      />
      <CardBody className="pt-2! sm:pt-2!">
        <LazyChart
          key={areHidden ? 'hidden' : 'shown'}
          type="area"
          height={288}
          label={labelOf(history, format)}
          series={series}
          options={options}
          chartTheme={chartTheme}
        />
        <FiguresTable
          caption="Balance history"
          head={['When', 'Balance']}
          rows={points.map(({ balanceCents }, index) => [
            names[index],
            <Money key={index} cents={balanceCents} dimsCents={false} />,
          ])}
        />
      </CardBody>
    </Card>
  );
}

function labelOf({ points, names }: BalanceHistory, format: (cents: number) => string): string {
  const parts = points.map(({ balanceCents }, index) => `${names[index]} ${format(balanceCents)}`);
  return `Area chart of the balance: ${parts.join(', ')}`;
}

function optionsOf(
  { points, names, labels }: BalanceHistory,
  chartTheme: ChartTheme,
  areHidden: boolean,
): ApexOptions {
  const since = points[0]?.time ?? 0;
  return {
    colors: [chartTheme.accent],
    stroke: { curve: 'stepline', width: 2 },
    fill: { type: 'solid', opacity: 0.14 },
    markers: { size: 4, strokeWidth: 2, strokeColors: chartTheme.sheet, hover: { sizeOffset: 2 } },
    grid: { borderColor: chartTheme.rule, padding: { left: 16, right: 16 } },
    xaxis: {
      type: 'numeric',
      tickAmount: TICK_COUNT,
      axisTicks: { show: false },
      axisBorder: { color: chartTheme.rule },
      crosshairs: { stroke: { color: chartTheme.ink } },
      tooltip: { enabled: false },
      labels: {
        rotate: 0,
        hideOverlappingLabels: true,
        formatter: (time) => labels.ofTick(Number(time), since),
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
