import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { isBankDay } from '@moniker/common/bank-days.js';
import { PageTitle } from '@/components/layout/page-title';
import { BalanceFigures } from '@/components/ledger/balance-figures';
import { BankTime } from '@/components/time/bank-time';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import type { Explanation } from '@/lib/api/types';
import { formatBankDay } from '@/lib/bank-day';
import { useAccountSummary } from '@/lib/queries/use-account-summary';
import { DayPicker } from './day-picker';
import { DailyBalancesCard } from './daily-balances-card';
import { EntriesCard } from './entries-card';
import { ExplainSkeleton } from './explain-skeleton';
import { GroupsCard } from './groups-card';
import { HoldsCard } from './holds-card';
import { ProofCard } from './proof-card';
import { useExplanation } from './queries/use-explanation';

/** Explains the balance, now or at the end of the bank day in the URL (ACC-10, ACC-11). */
export function ExplainPage() {
  const [params, setParams] = useSearchParams();
  const bankDay = useAccountSummary().data?.bankDay;
  const requestedDay = params.get('at') ?? '';
  // For a day that has not ended yet, explain the current balance.
  const hasEnded = isBankDay(requestedDay) && (bankDay === undefined || requestedDay < bankDay);
  const at = hasEnded ? requestedDay : null;
  const query = useExplanation(at);
  return (
    <>
      <PageTitle>Where your balance comes from</PageTitle>
      <Link to="/dashboard" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} -ml-3`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Dashboard
      </Link>
      <h1 className="display mt-2 text-3xl">Where your balance comes from</h1>
      <p className="mt-1 text-ink-2">Every figure here is the sum of your ledger entries.</p>
      <div className="mt-6 grid items-start gap-4 *:min-w-0 md:mt-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-6">
        <div className="space-y-4 lg:space-y-6">
          <DayPicker
            key={at}
            at={at}
            bankDay={bankDay}
            onChoose={(day) => setParams(day ? { at: day } : {})}
          />
          {query.isPending ? <ExplainSkeleton /> : null}
          {query.isError && !query.data ? (
            <ErrorState title="We couldn't load this page." onRetry={() => void query.refetch()} />
          ) : null}
          {query.data ? <ExplanationDetails explanation={query.data} at={at} /> : null}
        </div>
        <div className="space-y-4 lg:space-y-6">
          <DailyBalancesCard at={at} />
          {query.data ? <ProofCard lastEvent={query.data.computedUpTo} /> : null}
        </div>
      </div>
    </>
  );
}

function ExplanationDetails({ explanation, at }: { explanation: Explanation; at: string | null }) {
  const { totalCents, availableCents, heldCents } = explanation;
  const title = at ? (
    `At the end of ${formatBankDay(at)}`
  ) : (
    <>
      As of <BankTime value={explanation.at} />
    </>
  );
  return (
    <>
      <Card aria-label="Balances">
        <CardHeader title={title} />
        <CardBody>
          <BalanceFigures totalCents={totalCents} availableCents={availableCents} heldCents={heldCents} />
        </CardBody>
      </Card>
      <GroupsCard explanation={explanation} />
      <HoldsCard explanation={explanation} />
      <EntriesCard entries={explanation.entries} />
    </>
  );
}
