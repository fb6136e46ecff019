import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/error-state';
import { PageSpinner } from '@/components/ui/spinner';
import { ApplicationWizard } from './application-wizard';
import type { Kyc } from './documents';
import { rejectedApplicationQuery } from './queries/use-rejected-application';

type ApplicationFormProps = { kyc: Kyc | null; onSubmitted: () => void };

/**
 * The application form. If only some documents of the last application were rejected, the form starts with the
 * customer's earlier entries (FILE-36).
 */
export function ApplicationForm({ kyc, onSubmitted }: ApplicationFormProps) {
  const isPartial = kyc !== null && kyc.documentsToReplace.length > 0;
  const entered = useQuery({ ...rejectedApplicationQuery, enabled: isPartial });
  if (!isPartial || entered.data) {
    return <ApplicationWizard kyc={kyc} entered={entered.data} onSubmitted={onSubmitted} />;
  }
  if (entered.isError) {
    return (
      <ErrorState title="We couldn't load your last application." onRetry={() => void entered.refetch()} />
    );
  }
  return <PageSpinner label="Loading your application" />;
}
