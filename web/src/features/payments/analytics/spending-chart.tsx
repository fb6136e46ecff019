import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import { AMOUNT_MASK, useAreAmountsHidden } from '@/lib/amounts';
import { humanize } from '@/lib/format';
import { formatCents } from '@/lib/money';
import type { CategorySpending } from './analytics';
import { CATEGORY_COLORS } from './category-colors';
import { Chart } from './chart';
import { useChartTheme, type ChartTheme } from './use-chart-theme';

type SpendingChartProps = { spending: readonly CategorySpending[]; height: number };

/** The donut chart of spending by category. */
export function SpendingChart({ spending, height }: SpendingChartProps) {
  const chartTheme = useChartTheme();
  const areHidden = useAreAmountsHidden();
  const series = useMemo(() => spending.map(({ cents }) => cents), [spending]);
  const options = useMemo(
    () => optionsOf(spending, chartTheme, areHidden),
    [spending, chartTheme, areHidden],
  );
  return (
    <Chart
      key={areHidden ? 'hidden' : 'shown'}
      type="donut"
      height={height}
      series={series}
      options={options}
      chartTheme={chartTheme}
    />
  );
}

function optionsOf(
  spending: readonly CategorySpending[],
  chartTheme: ChartTheme,
  areHidden: boolean,
): ApexOptions {
  return {
    labels: spending.map(({ category }) => humanize(category)),
    colors: spending.map(({ category }) => CATEGORY_COLORS[chartTheme.mode][category]),
    stroke: { colors: [chartTheme.sheet], width: 2 },
    plotOptions: { pie: { expandOnClick: false, donut: { size: '68%' } } },
    tooltip: {
      theme: chartTheme.mode,
      fillSeriesColor: false,
      y: { formatter: (cents) => (areHidden ? AMOUNT_MASK : formatCents(cents)) },
    },
  };
}
