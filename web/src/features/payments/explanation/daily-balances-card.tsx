import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { FiguresTable } from '@/components/ui/figures-table';
import { Money } from '@/components/ui/money';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import type { BalanceHistory } from '@/lib/api/types';
import { formatBankDay } from '@/lib/bank-day';
import { zoneName } from '@/lib/time/bank-time';
import { useBalanceHistory } from './queries/use-balance-history';
import { StepChart } from './step-chart';

const DAY_COUNTS = [30, 90, 365];

/** The balance at the end of each day (ACC-13). Each day links to its explanation. */
export function DailyBalancesCard({ at }: { at: string | null }) {
  const [dayCount, setDayCount] = useState(DAY_COUNTS[0] ?? 0);
  const query = useBalanceHistory(dayCount);
  return (
    <Card>
      <CardHeader
        title="Day by day"
        description={query.data ? `Days are in ${zoneName(query.data.timeZone)}.` : undefined}
        action={
          <Select
            aria-label="How far back"
            value={dayCount}
            onChange={(event) => setDayCount(Number(event.target.value))}
          >
            {DAY_COUNTS.map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
          </Select>
        }
      />
      <CardBody>
        {query.isPending ? <Skeleton className="h-56 w-full" /> : null}
        {query.isError && !query.data ? (
          <ErrorState title="We couldn't load your daily balances." onRetry={() => void query.refetch()} />
        ) : null}
        {query.data ? (
          <>
            <StepChart points={query.data.points} at={at} />
            <FiguresTable
              caption="Balance at the end of each day, newest first"
              head={['Day', 'Balance']}
              rows={rowsOf(query.data.points)}
            />
          </>
        ) : null}
      </CardBody>
    </Card>
  );
}

function rowsOf(points: BalanceHistory['points']) {
  return points.toReversed().map(({ date, totalCents }) => [
    <Link
      key="day"
      to={{ search: `?at=${date}` }}
      className="underline decoration-rule-strong underline-offset-4 hover:decoration-ink"
    >
      {formatBankDay(date)}
    </Link>,
    <Money key="balance" cents={totalCents} dimsCents={false} />,
  ]);
}
