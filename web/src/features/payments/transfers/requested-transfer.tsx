import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FEE_PERCENT, netCentsOf } from '@moniker/common/fee.js';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/ui/money';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';
import { amountCentsOf, type TransferValues } from './transfer-values';

// Loaded on demand, because dialogs are large and few requests are declined.
const DeclineRequestDialog = lazy(async () => ({
  default: (await import('@/components/money-requests/decline-request-dialog')).DeclineRequestDialog,
}));

type RequestedAmountProps = { values: TransferValues; error: string | undefined };

/** The amount of a request, which the payer can't change (TRF-154). */
export function RequestedAmount({ values, error }: RequestedAmountProps) {
  const amountCents = amountCentsOf(values);
  return (
    <div>
      <p>
        <span>The recipient gets</span> <Money cents={netCentsOf(amountCents)} dimsCents={false} />{' '}
        <span>· You pay</span> <Money cents={amountCents} dimsCents={false} className="font-semibold" />
        <span>, including the {FEE_PERCENT}% fee</span>
      </p>
      <div role="alert" className="text-sm text-danger">
        {error ? <p className="mt-1.5">{error}</p> : null}
      </div>
    </div>
  );
}

/** Shows who asks for the money, above the form that pays the request (TRF-117). */
export function RequestedTransfer({ request }: { request: MoneyRequest }) {
  const [isDeclining, setIsDeclining] = useState(false);
  const navigate = useNavigate();
  return (
    <Alert
      tone="info"
      className="mb-6"
      title={
        <>
          <bdi translate="no">{request.name}</bdi> <span>asked for</span>{' '}
          <Money cents={request.amountCents} dimsCents={false} />
        </>
      }
      action={
        request.isLink ? null : (
          <Button variant="secondary" size="sm" onClick={() => setIsDeclining(true)}>
            Decline
          </Button>
        )
      }
    >
      <p className="wrap-anywhere">
        <span translate="no">{`$${request.moniker ?? ''}`}</span> · <bdi>{request.note}</bdi>
      </p>
      {isDeclining ? (
        <Suspense>
          <DeclineRequestDialog
            request={request}
            onClose={() => setIsDeclining(false)}
            onDeclined={() => void navigate('/dashboard')}
          />
        </Suspense>
      ) : null}
    </Alert>
  );
}
