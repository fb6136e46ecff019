import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { Money } from '@/components/ui/money';
import { cn } from '@/lib/cn';
import type { AccountActivity } from '@/lib/api/types';
import { formatPercent, type BalanceChange } from './analytics';

type FigureCardsProps = { activity: AccountActivity; change: BalanceChange | null; spendingCents: number };

/** The four figures (ANA-3). */
export function FigureCards({ activity, change, spendingCents }: FigureCardsProps) {
  const { totalCents, transactions } = activity;
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4 lg:gap-6">
      <FigureCard title="Current Balance" value={<Money cents={totalCents} />}>
        {change ? <ChangeNote change={change} /> : null}
      </FigureCard>
      <FigureCard title="Total Spending" value={<Money cents={spendingCents} />}>
        Recent transactions
      </FigureCard>
      <FigureCard title="Transactions" value={<span className="tnum">{transactions.total}</span>}>
        Total count
      </FigureCard>
      <FigureCard title="Avg Transaction" value={<Money cents={transactions.averageCents} />}>
        Per transaction
      </FigureCard>
    </div>
  );
}

type FigureCardProps = { title: string; value: ReactNode; children: ReactNode };

function FigureCard({ title, value, children }: FigureCardProps) {
  return (
    <Card className="min-w-0 p-3 sm:p-5">
      <h2 className="text-sm text-ink-2">{title}</h2>
      <p className="display mt-1 text-xl sm:text-2xl">{value}</p>
      <div className="mt-1 min-h-4 text-xs text-ink-3">{children}</div>
    </Card>
  );
}

function ChangeNote({ change }: { change: BalanceChange }) {
  const isRise = change.cents > 0;
  const Icon = isRise ? TrendingUp : TrendingDown;
  return (
    <p className={cn('tnum flex flex-wrap items-center gap-x-1', isRise ? 'text-positive' : 'text-danger')}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{isRise ? 'Up' : 'Down'}</span>
      <Money cents={change.cents} isSigned dimsCents={false} />
      {change.percent === null ? null : <span>({formatPercent(change.percent)})</span>}
    </p>
  );
}
