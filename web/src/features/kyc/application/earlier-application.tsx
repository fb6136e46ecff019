import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { useFailure } from '@/lib/use-failure';
import type { ApplicationValues } from './application-values';
import { useRejectedApplication } from './queries/use-rejected-application';

/** What the customer entered in the last application. The SSN is never shown again (KYC-31). */
export type EarlierValues = Omit<ApplicationValues, 'ssn'>;

type EarlierApplicationProps = { canOmitSsn: boolean; onUse: (values: EarlierValues) => void };

/** Offers to fill in the form with the details from the rejected application, except the SSN (KYC-31). */
export function EarlierApplication({ canOmitSsn, onUse }: EarlierApplicationProps) {
  const earlier = useRejectedApplication();
  const fail = useFailure();
  const fill = () =>
    earlier.mutate(undefined, {
      onSuccess: onUse,
      onError: (error) => fail(error, 'Failed to load your last application'),
    });
  return (
    <Alert
      tone="info"
      title="You've applied before"
      className="mb-6"
      action={
        <Button variant="secondary" size="sm" isBusy={earlier.isPending} onClick={fill}>
          Use my last details
        </Button>
      }
    >
      We can fill in this form with the details from your last application.
      {canOmitSsn ? null : " You'll need to enter your Social Security number again."}
    </Alert>
  );
}
