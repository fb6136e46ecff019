import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Money } from '@/components/ui/money';
import { useCloseMoneyRequest } from '@/lib/queries/use-change-money-requests';
import type { MoneyRequest } from '@/lib/queries/use-money-requests';
import { toast } from '@/lib/toast';
import { useFailure } from '@/lib/use-failure';

type DeclineRequestDialogProps = { request: MoneyRequest; onClose: () => void; onDeclined?: () => void };

/** Asks whether to decline a request for money, and whether to also block the person who asked (TRF-115). */
export function DeclineRequestDialog({ request, onClose, onDeclined }: DeclineRequestDialogProps) {
  const [blocksAsker, setBlocksAsker] = useState(false);
  const close = useCloseMoneyRequest();
  const fail = useFailure();
  const decline = () =>
    close.mutate(
      { id: request.id, as: 'declined', blocksAsker },
      {
        onSuccess: () => {
          toast({ title: blocksAsker ? 'Customer blocked' : 'Request declined' });
          onDeclined?.();
        },
        onError: (error) => fail(error, 'Failed to decline the request'),
        onSettled: onClose,
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Decline ${request.name ?? 'this'}'s request?`}
      description={<Money cents={request.amountCents} dimsCents={false} />}
      guardsInput={false}
    >
      <p className="text-sm text-ink-2">
        <bdi translate="no">{request.name ?? 'They'}</bdi>{' '}
        <span>
          will see that you declined{blocksAsker ? ' all their open requests' : ''}. No money will be sent.
        </span>
      </p>
      <Checkbox
        label={`Don't let ${request.name ?? 'them'} ask me again`}
        checked={blocksAsker}
        onChange={(event) => setBlocksAsker(event.target.checked)}
      />
      <DialogActions>
        <Button variant="secondary" disabled={close.isPending} onClick={onClose}>
          Keep Request
        </Button>
        <Button variant="danger" isBusy={close.isPending} onClick={decline}>
          Decline Request
        </Button>
      </DialogActions>
    </Dialog>
  );
}
