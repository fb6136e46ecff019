import { FileText, Repeat } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Alert } from '@/components/ui/alert';
import { Button, buttonClass } from '@/components/ui/button';
import { ErrorState } from '@/components/ui/error-state';
import { ApiError } from '@/lib/api/api-error';
import type { TransactionDetail } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { CancelTransferDialog } from './cancel-transfer-dialog';
import { useTransaction } from '@/lib/queries/use-transaction';
import { SideSheet } from './side-sheet';
import { TransactionContent } from './transaction-content';
import { TransactionSkeleton } from './transaction-skeleton';

/** One transaction, shown over the list it was opened from. The URL contains its id. */
export function TransactionPanel({ id }: { id: string }) {
  const query = useTransaction(id);
  const close = useClosePanel();
  const isNotFound = query.error instanceof ApiError && query.error.status === 404;
  const title = query.data?.description ?? (isNotFound ? 'Transaction not found' : 'Transaction');
  return (
    <SideSheet title={title} onClose={close} foot={query.data ? <Actions transaction={query.data} /> : null}>
      {query.isPending ? <TransactionSkeleton /> : null}
      {query.data ? <TransactionContent transaction={query.data} /> : null}
      {isNotFound && !query.data ? <TransactionNotFound onClose={close} /> : null}
      {query.isError && !isNotFound && !query.data ? (
        <ErrorState title="We couldn't load this transaction." onRetry={() => void query.refetch()} />
      ) : null}
    </SideSheet>
  );
}

/** Goes back if the panel was opened from the list; otherwise replaces the panel's history entry with the list. */
function useClosePanel() {
  const navigate = useNavigate();
  const { state, search } = useLocation() as { state: { isOverList?: boolean } | null; search: string };
  const isOverList = state?.isOverList === true;
  return useCallback(() => {
    const params = new URLSearchParams(search);
    params.delete('transaction');
    void (isOverList ? navigate(-1) : navigate({ search: params.toString() }, { replace: true }));
  }, [isOverList, navigate, search]);
}

function Actions({ transaction }: { transaction: TransactionDetail }) {
  const [isCanceling, setIsCanceling] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      {transaction.canCancel ? (
        <Button variant="danger" className="w-full" onClick={() => setIsCanceling(true)}>
          Cancel Transfer
        </Button>
      ) : null}
      {transaction.recipientAccount === null ? null : (
        <Link
          to={`/send-money?again=${transaction.id}`}
          className={cn(buttonClass({ variant: 'secondary' }), 'w-full')}
        >
          <Repeat aria-hidden="true" className="size-4" />
          Send Again
        </Link>
      )}
      <ReceiptLink transaction={transaction} />
      {isCanceling ? (
        <CancelTransferDialog transfer={transaction} onClose={() => setIsCanceling(false)} />
      ) : null}
    </div>
  );
}

function ReceiptLink({ transaction: { id, status } }: { transaction: TransactionDetail }) {
  return (
    <a
      href={`/api/transactions/${encodeURIComponent(id)}/receipt`}
      target="_blank"
      rel="noreferrer"
      className={cn(buttonClass({ variant: 'secondary' }), 'w-full')}
    >
      <FileText aria-hidden="true" className="size-4" />
      <span>{status === 'completed' ? 'Receipt (PDF)' : 'Transaction Details (PDF)'}</span>
      <span className="sr-only">, opens in a new tab</span>
    </a>
  );
}

function TransactionNotFound({ onClose }: { onClose: () => void }) {
  return (
    <Alert
      tone="warning"
      title="We can't find this transaction in your account."
      isLive
      action={
        <Button variant="secondary" size="sm" onClick={onClose}>
          Back to your payments
        </Button>
      }
    >
      The link may be wrong, or the transaction belongs to someone else.
    </Alert>
  );
}
