import { Check, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { AdminTransfer } from '@/lib/api/types';
import { paymentLabel } from '../payment-label';
import type { QuickDecision } from './review-transfer';

type TransferActionsProps = {
  transfer: AdminTransfer;
  onDecide: (decision: QuickDecision) => void;
  onReview: () => void;
};

/** Approve and reject appear only while the transfer is pending (TRF-16); each opens a preview. */
export function TransferActions({ transfer, onDecide, onReview }: TransferActionsProps) {
  const subject = paymentLabel('from', transfer);
  return (
    <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      {transfer.status === 'pending' ? (
        <>
          <Button size="sm" aria-label={`Approve ${subject}`} onClick={() => onDecide('approved')}>
            <Check aria-hidden="true" className="size-4" />
            Approve
          </Button>
          <Button
            size="sm"
            variant="danger"
            aria-label={`Reject ${subject}`}
            onClick={() => onDecide('rejected')}
          >
            <X aria-hidden="true" className="size-4" />
            Reject
          </Button>
        </>
      ) : null}
      <Button size="sm" variant="secondary" aria-label={`Review ${subject}`} onClick={onReview}>
        Review
      </Button>
    </span>
  );
}
