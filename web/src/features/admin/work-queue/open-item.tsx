import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorState } from '@/components/ui/error-state';
import { ApiError } from '@/lib/api/api-error';
import { unwrap, api } from '@/lib/api/client';
import { QUERY_KEYS } from '@/lib/queries/query-keys';
import { ManageAccountRequest } from '../account-requests/manage-account-request';
import { ProposalDialog } from '../approvals/proposal-dialog';
import { EditIncomingPayment } from '../payments/edit-incoming-payment';
import type { Payment, PaymentDeclaration } from '../payments/payment-declaration';
import { INCOMING_CALLS, TRANSACTION_CALLS, TRANSFER_CALLS } from '../payments/queries/payment-calls';
import { ReviewTransfer } from '../payments/review-transfer';
import { UpdateTransaction } from '../payments/update-transaction';
import { WORK_KINDS, type Decision, type DialogKind } from './work-items';

type OpenItemProps = { kind: DialogKind; id: string; decision: Decision | null; onClose: () => void };

/** Opens an item in the dialog for its kind. Preselects the decision if the dialog offers that decision. */
export function OpenItem({ kind, ...rest }: OpenItemProps) {
  switch (kind) {
    case 'account_request':
      return <OpenAccountRequest {...rest} kind={kind} />;
    case 'transfer':
      return (
        <OpenPayment
          {...rest}
          kind={kind}
          calls={TRANSFER_CALLS}
          Dialog={ReviewTransfer}
          actions={{ approve: 'approved', reject: 'rejected' }}
        />
      );
    case 'incoming_payment':
      return (
        <OpenPayment
          {...rest}
          kind={kind}
          calls={INCOMING_CALLS}
          Dialog={EditIncomingPayment}
          actions={{ approve: 'completed', reject: 'failed' }}
        />
      );
    case 'proposal':
      return <OpenProposal {...rest} kind={kind} />;
    case 'credit':
      return (
        <OpenPayment
          {...rest}
          kind={kind}
          calls={TRANSACTION_CALLS}
          Dialog={UpdateTransaction}
          actions={{ approve: 'completed', reject: '' }}
        />
      );
  }
}

function OpenAccountRequest({ kind, id, decision, onClose }: OpenItemProps) {
  const request = useQuery({
    queryKey: [...QUERY_KEYS.adminWorkItem, kind, id],
    queryFn: () => unwrap(api.GET('/api/admin/account-requests/{id}', { params: { path: { id } } })),
    ...AS_OPENED,
  });
  if (!request.data || request.isFetching) return <NotOpen kind={kind} query={request} onClose={onClose} />;
  const status = decision && ({ approve: 'approved', reject: 'rejected' } as const)[decision];
  return <ManageAccountRequest request={request.data} initialStatus={status} onClose={onClose} />;
}

function OpenProposal({ kind, id, onClose }: OpenItemProps) {
  const proposal = useQuery({
    queryKey: [...QUERY_KEYS.adminWorkItem, kind, id],
    queryFn: () => unwrap(api.GET('/api/admin/proposals/{id}', { params: { path: { id } } })),
    ...AS_OPENED,
  });
  if (!proposal.data || proposal.isFetching)
    return <NotOpen kind={kind} query={proposal} onClose={onClose} />;
  return <ProposalDialog proposal={proposal.data} onClose={onClose} />;
}

type OpenPaymentProps<Row extends Payment> = OpenItemProps & {
  calls: PaymentDeclaration<Row>['calls'];
  Dialog: PaymentDeclaration<Row>['Dialog'];
  /** For each decision, the action that the dialog preselects. */
  actions: Record<Decision, string>;
};

function OpenPayment<Row extends Payment>(props: OpenPaymentProps<Row>) {
  const { kind, id, decision, calls, actions, onClose } = props;
  const payment = useQuery({
    queryKey: [...QUERY_KEYS.adminWorkItem, kind, id],
    queryFn: async () => (await calls.read({ search: id, limit: 1 })).items[0] ?? null,
    ...AS_OPENED,
  });
  if (!payment.data || payment.isFetching) return <NotOpen kind={kind} query={payment} onClose={onClose} />;
  return (
    <props.Dialog
      key={payment.data.revision}
      payment={payment.data}
      action={decision ? actions[decision] : ''}
      onShowCurrent={() => void payment.refetch()}
      onClose={onClose}
    />
  );
}

/**
 * Query options that load the item anew each time its dialog opens. While the dialog is open, changes in the queue do
 * not affect the item shown.
 */
const AS_OPENED = { gcTime: 0 } as const;

type NotOpenProps = {
  kind: DialogKind;
  query: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown };
  onClose: () => void;
};

/** Shown instead of the dialog while the item loads, or if it cannot be loaded. */
function NotOpen({ kind, query, onClose }: NotOpenProps) {
  const { data, error, isFetching, refetch } = query;
  const status = error instanceof ApiError ? error.status : null;
  const reason =
    status === 403
      ? "Your role can't open this item. Ask an owner for access."
      : data === null || status === 404
        ? 'This item no longer exists.'
        : null;
  // Shows no dialog while the item loads. Such a dialog would take the focus from the row, and the item's dialog could
  // not return the focus to the row when it closes.
  if (isFetching) {
    return (
      <p role="status" className="sr-only">
        Loading
      </p>
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={WORK_KINDS[kind].one}>
      {reason !== null ? (
        <>
          <p className="text-sm text-ink-2">{reason}</p>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      ) : (
        <ErrorState title="We couldn't load this item." onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
}
