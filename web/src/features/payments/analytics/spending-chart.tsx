import type { ApexOptions } from 'apexcharts';
import { humanize } from '@/lib/format';
import { formatCents } from '@/lib/money';
import type { CategorySpending } from './analytics';
import { CATEGORY_COLORS } from './category-colors';
import { Chart, type FormatAmount } from './chart';
import type { ChartTheme } from './use-chart-theme';

type SpendingChartProps = { spending: readonly CategorySpending[]; height: number };

/** The donut chart of spending by category. */
export function SpendingChart({ spending, height }: SpendingChartProps) {
  return (
    <Chart
      type="donut"
      height={height}
      data={spending}
      seriesOf={spendingSeries}
      optionsOf={spendingOptions}
    />
  );
}

const spendingSeries = (spending: readonly CategorySpending[]): number[] =>
  spending.map(({ cents }) => cents);

function spendingOptions(
  spending: readonly CategorySpending[],
  chartTheme: ChartTheme,
  formatAmount: FormatAmount,
): ApexOptions {
  return {
    labels: spending.map(({ category }) => humanize(category)),
    colors: spending.map(({ category }) => CATEGORY_COLORS[chartTheme.mode][category]),
    stroke: { colors: [chartTheme.sheet], width: 2 },
    plotOptions: { pie: { expandOnClick: false, donut: { size: '68%' } } },
    tooltip: {
      theme: chartTheme.mode,
      fillSeriesColor: false,
      y: { formatter: (cents) => formatAmount(cents, formatCents) },
    },
  };
}
