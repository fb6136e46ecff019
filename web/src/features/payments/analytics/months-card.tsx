import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import type { AccountActivity } from '@/lib/api/types';
import { formatBankDay } from '@/lib/bank-day';

type Sums = AccountActivity['thisMonth'];

/** Settled sums of this month, last month up to the same day, and all of last month (ANA-8). */
export function MonthsCard({ activity }: { activity: AccountActivity }) {
  const { thisMonth, lastMonth, lastMonthToDate } = activity;
  if (!lastMonth) return null;
  return (
    <Card aria-labelledby="months-title">
      <CardHeader
        title="This Month vs. Last Month"
        titleId="months-title"
        description="Completed payments in and out, the same as on your statements."
      />
      <CardBody>
        <div className="grid gap-4 sm:grid-cols-3 sm:gap-6">
          <Month header="This month" isToDate sums={thisMonth} />
          {lastMonthToDate ? <Month header="Last month" isToDate sums={lastMonthToDate} /> : null}
          <Month header="All of last month" sums={lastMonth} />
        </div>
      </CardBody>
    </Card>
  );
}

type MonthProps = { header: string; sums: Sums; isToDate?: boolean };

function Month({ header, sums, isToDate = false }: MonthProps) {
  return (
    <div>
      <h3 className="text-sm font-semibold">
        {header}
        {isToDate ? <span className="font-normal text-ink-3"> to {formatBankDay(sums.to)}</span> : null}
      </h3>
      <dl className="mt-2 divide-y divide-rule border-y border-rule text-sm">
        <Sum term="Money in" cents={sums.moneyInCents} />
        <Sum term="Money out" cents={sums.moneyOutCents} />
        <Sum term="Net" cents={sums.netCents} />
      </dl>
    </div>
  );
}

function Sum({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="text-ink-2">{term}</dt>
      <dd>
        <Money cents={cents} isSigned />
      </dd>
    </div>
  );
}
