import { BankTime } from '@/components/time/bank-time';
import { Alert } from '@/components/ui/alert';
import { ApiError, errorMessage } from '@/lib/api/api-error';
import type { AdminKyc } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { useUrlFilters } from '@/lib/list/use-url-filters';
import { useShortcuts } from '@/lib/shortcuts';
import { toast } from '@/lib/toast';
import { useAdminFailure } from '../use-admin-failure';
import { ApproveKyc } from './approve-kyc';
import { DecisionBar } from './decision-bar';
import { KycDetails } from './kyc-details';
import { KycDocuments } from './kyc-documents';
import { KycReadList } from './kyc-read-list';
import { useKycReads } from './queries/use-kyc-reads';
import { useReviewKyc, type KycReview as Review } from './queries/use-review-kyc';
import { RejectKyc } from './reject-kyc';
import { useDocumentLook } from './use-document-look';

/** The response status if someone else has already decided. */
const CONFLICT = 409;

const FAILURES: Record<Review['action'], string> = {
  approve: 'Failed to update KYC status',
  reject: 'Failed to update KYC status',
  reset: 'Failed to reset KYC status',
};

/**
 * An application with everything needed to decide on it: its documents next to its data, and the decision buttons
 * below (KYC-36).
 */
export function KycReview({ kyc }: { kyc: AdminKyc }) {
  const review = useReviewKyc();
  const fail = useAdminFailure();
  const { filters, set } = useUrlFilters(['decide']);
  const reads = useKycReads(kyc.id);
  const own = reads.data?.filter(({ isOwn }) => isOwn) ?? [];
  const look = useDocumentLook(
    kyc.documents,
    own.map(({ what }) => what),
  );
  const isPending = kyc.status === 'pending' && !kyc.isReplaced;
  const decide = (decision: 'approve' | 'reject' | '') => set({ decide: decision });
  const closeDialog = () => decide('');
  const send = (decision: Review) =>
    review.mutate(
      { id: kyc.id, revision: kyc.revision, review: decision },
      {
        onSuccess: () => {
          closeDialog();
          toast({
            title:
              decision.action === 'reset'
                ? 'KYC status reset to pending successfully'
                : 'KYC status updated successfully',
          });
        },
        onError: (error) => {
          fail(error, errorMessage(error, FAILURES[decision.action]));
          // Only a conflict closes the dialog; after any other error, it stays open and keeps the typed text.
          if (error instanceof ApiError && error.status === CONFLICT) closeDialog();
        },
      },
    );
  useShortcuts({
    n: () => look.show(look.next),
    p: () => look.show(look.previous),
    ...(isPending && { a: () => decide('approve'), r: () => decide('reject') }),
  });
  return (
    <>
      <div className="grid items-start gap-6 pb-20 [&_:is(a,button)]:scroll-mb-36 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <KycDocuments kyc={kyc} look={look} />
        <div>
          <section aria-label="Applicant details">
            <h2 className="caption border-b border-rule-strong pb-2">Applicant details</h2>
            <KycDetails kyc={kyc} />
          </section>
          <KycReadList id={kyc.id} />
          {kyc.isReplaced ? (
            <Alert tone="info" title="Replaced" className="mt-6">
              The customer has submitted a newer application, so you can&apos;t decide on this one.
            </Alert>
          ) : null}
          {kyc.status === 'pending' ? null : <Decided kyc={kyc} />}
        </div>
      </div>
      <DecisionBar
        kyc={kyc}
        isBusy={review.isPending}
        onDecide={decide}
        onReset={() => send({ action: 'reset' })}
      />
      {isPending && filters.decide === 'approve' ? (
        <ApproveKyc
          kyc={kyc}
          look={reads.isPending ? null : look}
          isBusy={review.isPending}
          onCancel={closeDialog}
          onApprove={(notes) => send({ action: 'approve', notes })}
        />
      ) : null}
      {isPending && filters.decide === 'reject' ? (
        <RejectKyc
          kyc={kyc}
          isBusy={review.isPending}
          onCancel={closeDialog}
          onReject={(notes, documents) => send({ action: 'reject', notes, documents })}
        />
      ) : null}
    </>
  );
}

/** The decision, with its reviewer and time. */
function Decided({ kyc }: { kyc: AdminKyc }) {
  const by = kyc.reviewedBy ? ` by ${kyc.reviewedBy}` : '';
  return (
    <Alert
      tone={kyc.status === 'approved' ? 'positive' : 'warning'}
      className="mt-6"
      title={
        <>
          {humanize(kyc.status)}
          {by}, <BankTime value={kyc.reviewedAt} />
        </>
      }
    >
      {kyc.adminNotes ? <p className="break-words whitespace-pre-line">{kyc.adminNotes}</p> : null}
    </Alert>
  );
}
