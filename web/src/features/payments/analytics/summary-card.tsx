import { Link } from 'react-router-dom';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { cn } from '@/lib/cn';
import type { AccountActivity } from '@/lib/api/types';

type CountsProps = { counts: AccountActivity['transactions'] };
type SummaryCardProps = CountsProps & { hasPending: boolean };

/** Counts of all settled transactions (ANA-3). */
export function SummaryCard({ counts, hasPending }: SummaryCardProps) {
  return (
    <Card>
      <CardHeader title="Transaction Summary" />
      <CardBody>{counts.total > 0 || hasPending ? <Counts counts={counts} /> : <NoTransactions />}</CardBody>
    </Card>
  );
}

function Counts({ counts }: CountsProps) {
  return (
    <dl className="grid grid-cols-3 divide-x divide-rule">
      <Count term="Credits" count={counts.credits} className="text-positive" />
      <Count term="Debits" count={counts.debits} />
      <Count term="Total" count={counts.total} />
    </dl>
  );
}

function Count({ term, count, className }: { term: string; count: number; className?: string }) {
  return (
    <div className="px-4 first:pl-0 sm:px-6">
      <dt className="text-sm text-ink-2">{term}</dt>
      <dd className={cn('display tnum mt-1 text-2xl', className)}>{count}</dd>
    </div>
  );
}

function NoTransactions() {
  return (
    <EmptyState
      title="No transactions yet"
      action={
        <Link to="/send-money" className={buttonClass()}>
          Send Money
        </Link>
      }
    >
      Your transaction analytics will appear here once you start using your account
    </EmptyState>
  );
}
