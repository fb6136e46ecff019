import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageTitle } from '@/components/layout/page-title';
import { Alert } from '@/components/ui/alert';
import { ErrorState } from '@/components/ui/error-state';
import { useAccountSummary } from '@/lib/queries/use-account-summary';
import { sendMoneyBlockedReason } from '@/lib/send-money-blocked-reason';
import { usePlans } from '@/lib/queries/use-plans';
import { useRecipients } from '@/lib/queries/use-recipients';
import { useTransaction } from '@/lib/queries/use-transaction';
import { useSession } from '@/lib/session';
import { toast } from '@/lib/toast';
import { SendMoneyBlocked } from './send-money-blocked';
import { SendMoneyFlow } from './send-money-flow';
import { SendMoneySkeleton } from './send-money-skeleton';
import { EMPTY_TRANSFER, repeatedTransfer } from './transfer-values';

/** The page for sending money, or the reason why the customer cannot (TRF-12, KYC-22). */
export function SendMoneyPage() {
  const summary = useAccountSummary();
  const againId = useSearchParams()[0].get('again');
  const again = useTransaction(againId);
  const recipients = useRecipients();
  const plans = usePlans();
  // Recipients that are shown later would move the form down while the customer types.
  const isLoading =
    summary.isPending || !recipients.isFetched || !plans.isFetched || (againId !== null && again.isPending);
  // A payment that the customer received has no recipient.
  const isRepeatable = again.data !== undefined && again.data.recipientAccount !== null;
  const { user } = useSession();
  const block = summary.data ? sendMoneyBlockedReason(summary.data, user) : null;
  useEffect(() => {
    if (block) toast({ title: 'Feature Unavailable', description: block, variant: 'destructive' });
  }, [block]);
  return (
    <>
      <PageTitle>Send money</PageTitle>
      <h1 className="display text-3xl">Send Money</h1>
      <p className="mt-1 text-ink-2">
        A transfer is reviewed before it leaves; until then its amount is on hold.
      </p>
      <div className="mt-6 md:mt-8">
        {isLoading ? <SendMoneySkeleton /> : null}
        {summary.isError && !summary.data ? (
          <ErrorState title="Your balance could not be loaded." onRetry={() => void summary.refetch()} />
        ) : null}
        {summary.data && block ? <SendMoneyBlocked summary={summary.data} user={user} /> : null}
        {summary.data && !block && !isLoading && againId !== null && !isRepeatable ? (
          <Alert tone="warning" title="We couldn't find that transfer" className="mb-4">
            Fill in the form to send a new one.
          </Alert>
        ) : null}
        {summary.data && !block && !isLoading ? (
          <SendMoneyFlow
            summary={summary.data}
            recipients={recipients}
            isPlanOffered={plans.data?.isOffered === true}
            initial={isRepeatable ? repeatedTransfer(again.data) : EMPTY_TRANSFER}
          />
        ) : null}
      </div>
    </>
  );
}
