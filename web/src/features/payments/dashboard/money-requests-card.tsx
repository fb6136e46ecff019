import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from '@/components/ui/avatar';
import { Button, buttonClass } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { Money } from '@/components/ui/money';
import { initialsOfName } from '@/lib/format';
import { isToPay, type MoneyRequest, type useMoneyRequests } from '@/lib/queries/use-money-requests';

// Loaded on demand, because dialogs are large and few requests are declined.
const DeclineRequestDialog = lazy(async () => ({
  default: (await import('@/components/money-requests/decline-request-dialog')).DeclineRequestDialog,
}));

type MoneyRequestsCardProps = { requests: ReturnType<typeof useMoneyRequests> };

/** Open requests that ask the customer for money (TRF-117). */
export function MoneyRequestsCard({ requests: { data, refetch } }: MoneyRequestsCardProps) {
  const [declining, setDeclining] = useState<MoneyRequest | null>(null);
  if (!data) {
    return <ErrorState title="We couldn't load your requests for money." onRetry={() => void refetch()} />;
  }
  return (
    <Card>
      <CardHeader title="Requests for Money" />
      <ul className="divide-y divide-rule px-4 pb-2 sm:px-6">
        {data.filter(isToPay).map((request) => (
          <li key={request.id} className="flex flex-wrap items-center gap-3 py-3">
            <Avatar initials={initialsOfName(request.name ?? '')} />
            <div className="min-w-48 flex-1 text-sm">
              <p className="font-[550] wrap-anywhere">
                <bdi translate="no">{request.name}</bdi> <span>asked for</span>{' '}
                <Money cents={request.amountCents} />
              </p>
              <p className="text-ink-3 wrap-anywhere">
                <span translate="no">{`$${request.moniker ?? ''}`}</span> · <bdi>{request.note}</bdi>
              </p>
            </div>
            <div className="flex gap-2">
              <Link
                to={`/send-money?request=${request.id}`}
                aria-label={`Pay ${request.name ?? ''}`}
                className={buttonClass({ size: 'sm' })}
              >
                Pay
              </Link>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Decline ${request.name ?? ''}`}
                onClick={() => setDeclining(request)}
              >
                Decline
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {declining ? (
        <Suspense>
          <DeclineRequestDialog request={declining} onClose={() => setDeclining(null)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
