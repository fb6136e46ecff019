import { lazy } from 'react';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import { useFormatCents } from '@/lib/amounts';
import { FiguresTable } from '@/components/ui/figures-table';
import { zoneName } from '@/lib/time/bank-time';
import type { BalanceHistory } from './balance-history';
import { ChartFrame } from './chart-frame';

const BalanceChart = lazy(async () => ({ default: (await import('./balance-chart')).BalanceChart }));

const HEIGHT = 288;

type BalanceHistoryCardProps = { history: BalanceHistory; timeZone: string };

/**
 * The balance history as an area chart (ANA-4, ANA-5). The chart has steps, because a balance stays the same until the
 * next entry.
 */
export function BalanceHistoryCard({ history, timeZone }: BalanceHistoryCardProps) {
  const { points, names } = history;
  const format = useFormatCents();
  return (
    <Card>
      <CardHeader
        title="Balance History"
        description={`Your balance after your latest completed transactions. Times are in ${zoneName(timeZone)}.`}
      />
      <CardBody className="pt-2! sm:pt-2!">
        <ChartFrame label={labelOf(history, format)} height={HEIGHT}>
          <BalanceChart history={history} height={HEIGHT} />
        </ChartFrame>
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
