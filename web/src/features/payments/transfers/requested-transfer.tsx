import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Money } from '@/components/ui/money';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';

// Dialogs are large, and few requests are declined.
const DeclineRequestDialog = lazy(async () => ({
  default: (await import('@/components/money-requests/decline-request-dialog')).DeclineRequestDialog,
}));

/** Who asks for the money, above the form that pays it (TRF-117). */
export function RequestedTransfer({ request }: { request: MoneyRequest }) {
  const [isDeclining, setIsDeclining] = useState(false);
  const navigate = useNavigate();
  return (
    <Alert
      tone="info"
      className="mb-6"
      title={
        <>
          <bdi translate="no">{request.name}</bdi> <span>asks for</span>{' '}
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
