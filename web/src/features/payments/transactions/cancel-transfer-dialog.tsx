import { useRef } from 'react';
import { isolate } from '@moniker/common/typed-text.js';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Money } from '@/components/ui/money';
import { errorMessage } from '@/lib/api/api-error';
import type { TransactionDetail } from '@/lib/api/types';
import { toast } from '@/lib/toast';
import { useSessionExpiry } from '@/lib/use-session-expiry';
import { useCancelTransfer } from './queries/use-cancel-transfer';

type CancelTransferDialogProps = { transfer: TransactionDetail; onClose: () => void };

/** Asks for confirmation before a pending transfer is canceled (TRF-27). */
export function CancelTransferDialog({ transfer, onClose }: CancelTransferDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const cancel = useCancelTransfer(transfer.id);
  const expire = useSessionExpiry();
  const send = () =>
    cancel.mutate(undefined, {
      onSuccess: () => toast({ title: 'Transfer canceled' }),
      onError: (error) => {
        if (expire(error)) return;
        const description = errorMessage(error, "We couldn't cancel the transfer. Please try again.");
        toast({ title: 'Transfer not canceled', description, variant: 'destructive' });
      },
      onSettled: onClose,
    });
  return (
    <Dialog
      isOpen
      initialFocus={keep}
      onClose={onClose}
      title="Cancel this transfer?"
      description={transfer.recipientName ? `To ${isolate(transfer.recipientName)}` : undefined}
    >
      <p className="text-sm text-ink-2">
        <Money cents={Math.abs(transfer.amountCents)} dimsCents={false} /> will be back in your available
        balance. You can't resume a canceled transfer.
      </p>
      <DialogActions>
        <Button ref={keep} variant="secondary" onClick={onClose}>
          Keep Transfer
        </Button>
        <Button variant="danger" isBusy={cancel.isPending} onClick={send}>
          Cancel Transfer
        </Button>
      </DialogActions>
    </Dialog>
  );
}
