import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import { AMOUNT_MASK, useAreAmountsHidden, useFormatCents } from '@/lib/amounts';
import { FiguresTable } from '@/components/ui/figures-table';
import { formatCents } from '@/lib/money';
import type { BalancePoint } from './analytics';
import { LazyChart } from './lazy-chart';
import { useChartTheme, type ChartTheme } from './use-chart-theme';

const WHOLE_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** The balance history as an area chart (ANA-4, ANA-5). */
export function BalanceHistoryCard({ points }: { points: readonly BalancePoint[] }) {
  const chartTheme = useChartTheme();
  const series = useMemo(
    () => [{ name: 'Balance', data: points.map((point) => point.balanceCents) }],
    [points],
  );
  const format = useFormatCents();
  const areHidden = useAreAmountsHidden();
  const options = useMemo(() => optionsOf(points, chartTheme, areHidden), [points, chartTheme, areHidden]);
  return (
    <Card>
      <CardHeader
        title="Balance History"
        description="Calculated back from today's balance with your latest transactions."
      />
      <CardBody className="pt-2! sm:pt-2!">
        <LazyChart
          key={areHidden ? 'hidden' : 'shown'}
          type="area"
          height={288}
          label={labelOf(points, format)}
          series={series}
          options={options}
          chartTheme={chartTheme}
        />
        <FiguresTable
          caption="Balance history"
          head={['When', 'Balance']}
          rows={points.map(({ label, balanceCents }) => [
            label,
            <Money key={label} cents={balanceCents} dimsCents={false} />,
          ])}
        />
      </CardBody>
    </Card>
  );
}

function labelOf(points: readonly BalancePoint[], format: (cents: number) => string): string {
  const parts = points.map(({ label, balanceCents }) => `${label} ${format(balanceCents)}`);
  return `Area chart of the balance: ${parts.join(', ')}`;
}

function optionsOf(points: readonly BalancePoint[], chartTheme: ChartTheme, areHidden: boolean): ApexOptions {
  return {
    colors: [chartTheme.accent],
    stroke: { curve: 'straight', width: 2 },
    fill: { type: 'solid', opacity: 0.14 },
    markers: { size: 4, strokeWidth: 2, strokeColors: chartTheme.sheet, hover: { sizeOffset: 2 } },
    grid: { borderColor: chartTheme.rule, padding: { left: 16, right: 16 } },
    xaxis: {
      categories: points.map(({ label }) => label),
      axisTicks: { show: false },
      axisBorder: { color: chartTheme.rule },
      crosshairs: { stroke: { color: chartTheme.ink } },
      tooltip: { enabled: false },
      labels: { rotate: -45, hideOverlappingLabels: true },
    },
    yaxis: {
      min: 0,
      tickAmount: 4,
      forceNiceScale: true,
      labels: { formatter: (cents) => (areHidden ? AMOUNT_MASK : WHOLE_DOLLARS.format(cents / 100)) },
    },
    tooltip: {
      theme: chartTheme.mode,
      y: { formatter: (cents) => (areHidden ? AMOUNT_MASK : formatCents(Math.round(cents))) },
    },
  };
}
