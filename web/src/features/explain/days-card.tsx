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
import { useBalanceHistory } from './queries/use-balance-history';
import { StepChart } from './step-chart';

const SPANS = [30, 90, 365];

/** The balance day by day; each day leads to what made it up. */
export function DaysCard({ at }: { at: string | null }) {
  const [span, setSpan] = useState(SPANS[0] ?? 0);
  const query = useBalanceHistory(span);
  return (
    <Card>
      <CardHeader
        title="Day by day"
        description={query.data ? `Days in ${zoneName(query.data.timeZone)}.` : undefined}
        action={
          <Select
            aria-label="How far back"
            value={span}
            onChange={(event) => setSpan(Number(event.target.value))}
          >
            {SPANS.map((days) => (
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
          <ErrorState title="The days could not be loaded." onRetry={() => void query.refetch()} />
        ) : null}
        {query.data ? (
          <>
            <StepChart points={query.data.points} at={at} />
            <FiguresTable
              caption="Balance at the end of each day, the newest first"
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
    <Money key="balance" cents={totalCents} isQuiet={false} />,
  ]);
}

/** `America/New_York` → `New York time`. */
function zoneName(timeZone: string): string {
  return `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`;
}
