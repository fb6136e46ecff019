import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Money } from '@/components/ui/money';
import { useCloseMoneyRequest } from '@/lib/queries/use-change-money-requests';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';
import { toast } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';
import { ANYONE } from './payer-picker';

type CancelRequestDialogProps = { request: MoneyRequest; onClose: () => void };

/** Asks for confirmation before a customer's own request for money is canceled (TRF-163). */
export function CancelRequestDialog({ request, onClose }: CancelRequestDialogProps) {
  const close = useCloseMoneyRequest();
  const fail = useFailure();
  const cancel = () =>
    close.mutate(
      { id: request.id, as: 'canceled', blocksAsker: false },
      {
        onSuccess: () => toast({ title: 'Request canceled' }),
        onError: (error) => fail(error, 'Failed to cancel the request'),
        onSettled: onClose,
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Cancel this request?"
      description={
        <>
          <Money cents={request.amountCents} dimsCents={false} /> <span>from</span>{' '}
          <bdi translate="no">{request.name ?? ANYONE}</bdi>
        </>
      }
    >
      <p className="text-sm text-ink-2">
        {request.isLink ? (
          'The link will stop working. You can create another one.'
        ) : (
          <>
            <bdi translate="no">{request.name}</bdi>{' '}
            <span>won't be able to pay it anymore. You can send another request.</span>
          </>
        )}
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Keep Request
        </Button>
        <Button variant="danger" isBusy={close.isPending} onClick={cancel}>
          Cancel Request
        </Button>
      </DialogActions>
    </Dialog>
  );
}
