import { useState } from 'react';
import { BankTime } from '@/components/time/bank-time';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/api/api-error';
import type { AdminKyc } from '@/lib/api/types';
import { humanize } from '@/lib/format';
import { toast } from '@/lib/toast';
import { nameOf } from '../person';
import { useAdminFailure } from '../use-admin-failure';
import { KycDetails } from './kyc-details';
import { KycDocuments } from './kyc-documents';
import { KycReadList } from './kyc-read-list';
import { useKycApplication } from './queries/use-kyc-application';
import { useReviewKyc, type KycReview } from './queries/use-review-kyc';
import { RejectKyc } from './reject-kyc';

/** One KYC application with everything needed to decide on it. */
export function KycDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: kyc, isError, refetch } = useKycApplication(id);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="lg"
      title="KYC Application"
      description={kyc ? `${humanize(kyc.accountType)} application of ${nameOf(kyc.user)}` : 'Loading'}
    >
      {kyc ? <Application kyc={kyc} /> : null}
      {!kyc && isError ? (
        <ErrorState title="This application could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {!kyc && !isError ? <Skeleton className="h-96" /> : null}
    </Dialog>
  );
}

const FAILURES: Record<KycReview['action'], string> = {
  approve: 'Failed to update KYC status',
  reject: 'Failed to update KYC status',
  reset: 'Failed to reset KYC status',
};

function Application({ kyc }: { kyc: AdminKyc }) {
  const review = useReviewKyc(kyc);
  const fail = useAdminFailure();
  const [isRejecting, setIsRejecting] = useState(false);
  const [notes, setNotes] = useState('');
  const send = (decision: KycReview) =>
    review.mutate(decision, {
      onSuccess: () => {
        setIsRejecting(false);
        toast({
          title:
            decision.action === 'reset'
              ? 'KYC status reset to pending successfully'
              : 'KYC status updated successfully',
        });
      },
      onError: (error) => {
        setIsRejecting(false);
        fail(error, messageOf(error, FAILURES[decision.action]));
      },
    });
  return (
    <>
      <KycDetails kyc={kyc} />
      <KycDocuments kyc={kyc} />
      <KycReadList id={kyc.id} />
      {kyc.status === 'pending' ? (
        <Field
          label="Notes"
          isOptional
          className="mt-6"
          hint="Kept with the approval. Only admins see them. Never write the SSN here."
        >
          {(control) => (
            <Textarea
              {...control}
              value={notes}
              onChange={(event) => setNotes(event.target.value)}
              rows={2}
              maxLength={2000}
            />
          )}
        </Field>
      ) : (
        <Decided kyc={kyc} />
      )}
      <DialogActions>
        {kyc.status === 'pending' ? (
          <>
            <Button variant="danger" onClick={() => setIsRejecting(true)}>
              Reject
            </Button>
            <Button
              isBusy={review.isPending}
              onClick={() => send({ action: 'approve', notes: notes.trim() })}
            >
              Approve
            </Button>
          </>
        ) : null}
        {kyc.status === 'rejected' ? (
          <Button variant="secondary" isBusy={review.isPending} onClick={() => send({ action: 'reset' })}>
            Reset to Pending
          </Button>
        ) : null}
      </DialogActions>
      {isRejecting ? (
        <RejectKyc
          kyc={kyc}
          isBusy={review.isPending}
          onCancel={() => setIsRejecting(false)}
          onReject={(notes) => send({ action: 'reject', notes })}
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
