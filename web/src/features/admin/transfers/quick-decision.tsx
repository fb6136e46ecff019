import { Check, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { AdminTransfer } from '@/lib/api/types';
import { formatCents } from '@/lib/money';
import { toast } from '@/lib/toast';
import { useReviewTransfer } from './queries/use-review-transfer';
import { nameOf } from '../person';
import { useAdminFailure } from '../use-admin-failure';

type QuickDecisionProps = { transfer: AdminTransfer; onReview: () => void };

/** Approve and reject appear only while the transfer is pending (spec.md §4). */
export function QuickDecision({ transfer, onReview }: QuickDecisionProps) {
  const review = useReviewTransfer();
  const fail = useAdminFailure();
  const subject = `${formatCents(transfer.amountCents)} from ${nameOf(transfer.user)}`;
  const decide = (status: 'approved' | 'rejected') =>
    review.mutate(
      { id: transfer.id, body: { status, expectedRevision: transfer.revision } },
      {
        onSuccess: () => toast({ title: 'Transfer request updated successfully' }),
        onError: (error) => fail(error, 'Failed to update transfer request'),
      },
    );
  const isDecided = transfer.status !== 'pending';
  const asked = review.variables?.body.status;
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {isDecided ? null : (
        <>
          <Button
            size="sm"
            aria-label={`Approve ${subject}`}
            isBusy={review.isPending && asked === 'approved'}
            disabled={review.isPending}
            onClick={() => decide('approved')}
          >
            <Check aria-hidden="true" className="size-4" />
            Approve
          </Button>
          <Button
            size="sm"
            variant="danger"
            aria-label={`Reject ${subject}`}
            isBusy={review.isPending && asked === 'rejected'}
            disabled={review.isPending}
            onClick={() => decide('rejected')}
          >
            <X aria-hidden="true" className="size-4" />
            Reject
          </Button>
        </>
      )}
      <Button size="sm" variant="secondary" aria-label={`Review ${subject}`} onClick={onReview}>
        Review
      </Button>
    </span>
  );
}
