import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Money } from '@/components/ui/money';
import { FiguresTable } from '@/components/ui/figures-table';
import { humanize } from '@/lib/format';
import { formatPercent, type CategorySpending } from './analytics';
import { CATEGORY_COLORS } from './category-colors';
import { ChartFrame } from './chart-frame';
import { useChartTheme, type ChartTheme } from './use-chart-theme';

const SpendingChart = lazy(async () => ({ default: (await import('./spending-chart')).SpendingChart }));

const DONUT_HEIGHT = 240;

/** Spending by category as a donut chart (ANA-5, ANA-6). */
export function SpendingCard({ spending }: { spending: readonly CategorySpending[] }) {
  return (
    <Card>
      <CardHeader title="Spending by Category" />
      <CardBody>
        {spending.length > 0 ? (
          <Spending spending={spending} />
        ) : (
          <EmptyState title="No spending data available">
            Start making transactions to see analytics
          </EmptyState>
        )}
      </CardBody>
    </Card>
  );
}

function Spending({ spending }: { spending: readonly CategorySpending[] }) {
  const chartTheme = useChartTheme();
  return (
    <>
      <div className="relative">
        <ChartFrame label={labelOf(spending)} height={DONUT_HEIGHT}>
          <SpendingChart spending={spending} height={DONUT_HEIGHT} />
        </ChartFrame>
        <p
          className="pointer-events-none absolute inset-x-0 top-0 grid place-content-center text-center"
          style={{ height: DONUT_HEIGHT }}
        >
          <span className="text-xs text-ink-3">Total</span>{' '}
          <Money cents={sumOf(spending)} className="display text-xl" />
        </p>
      </div>
      <Legend spending={spending} chartTheme={chartTheme} />
      <FiguresTable
        caption="Spending by category"
        head={['Category', 'Amount', 'Share']}
        rows={spending.map(({ category, cents, percent }) => [
          humanize(category),
          <Money key={category} cents={cents} dimsCents={false} />,
          formatPercent(percent),
        ])}
      />
    </>
  );
}

function Legend({ spending, chartTheme }: { spending: readonly CategorySpending[]; chartTheme: ChartTheme }) {
  return (
    <ul className="mt-4 grid gap-x-4 gap-y-2 text-sm xs:grid-cols-2">
      {spending.map(({ category, percent }) => (
        <li key={category} className="flex min-w-0 items-center gap-2">
          <span
            aria-hidden="true"
            className="size-2.5 shrink-0 rounded-full forced-color-adjust-none"
            style={{ background: CATEGORY_COLORS[chartTheme.mode][category] }}
          />
          <Link
            to={`/history?status=completed&type=outgoing&category=${category}`}
            className="min-w-0 flex-1 truncate underline decoration-rule-strong underline-offset-4 hover:decoration-ink"
          >
            {humanize(category)}
          </Link>
          <span className="tnum text-ink-3">{formatPercent(percent)}</span>
        </li>
      ))}
    </ul>
  );
}

function sumOf(spending: readonly CategorySpending[]): number {
  return spending.reduce((sum, { cents }) => sum + cents, 0);
}

function labelOf(spending: readonly CategorySpending[]): string {
  const parts = spending.map(({ category, percent }) => `${humanize(category)} ${formatPercent(percent)}`);
  return `Donut chart of spending by category: ${parts.join(', ')}`;
}
