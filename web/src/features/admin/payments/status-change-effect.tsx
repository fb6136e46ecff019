import { Alert } from '@/components/ui/alert';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Money } from '@/components/ui/money';
import { Skeleton } from '@/components/ui/skeleton';
import type { DecisionsPreview } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { withPeriod } from '@/lib/format';
import { MAY_NEED_APPROVAL } from '../approvals/actions';
import { describeStatusChange, type PaymentDirection } from './status-change';
import { useDecisionPreview, type TransactionStatus } from './queries/use-decisions';

type StatusChangeEffectProps = {
  direction: PaymentDirection;
  payment: { id: string; revision: number; status: TransactionStatus };
  customer: string;
  to: TransactionStatus;
  isDateChanged: boolean;
};

type Effect = NonNullable<DecisionsPreview['items'][number]['effect']>;

/** Previews what the selected status would do: the entries and the change to the hold. */
export function StatusChangeEffect({
  direction,
  payment,
  customer,
  to,
  isDateChanged,
}: StatusChangeEffectProps) {
  const { id, revision, status } = payment;
  const isChange = status !== to;
  const body = { status: to, items: [{ id, expectedRevision: revision }] };
  const preview = useDecisionPreview(body, isChange);
  const item = preview.data?.items[0];
  return (
    <section
      aria-label="What this does"
      aria-live="polite"
      className="rounded-md border border-rule px-4 py-3"
    >
      <p className="text-sm text-ink-2">
        {isDateChanged ? 'The date changes. ' : null}
        {describeStatusChange(direction, status, to)}
        {isChange || isDateChanged ? ` ${MAY_NEED_APPROVAL}` : null}
      </p>
      {isChange && preview.isPending ? (
        <Skeleton className={cn('mt-3', skeletonHeight(direction, [status, to]))} />
      ) : null}
      {isChange && item?.effect ? <Entries effect={item.effect} customer={customer} /> : null}
      {isChange && item?.reason ? (
        <Alert tone="warning" title="You can't make this change." className="mt-3">
          {withPeriod(item.reason)}
        </Alert>
      ) : null}
    </section>
  );
}

/** The approximate height of the entries, so the buttons below don't move when the entries arrive. */
function skeletonHeight(direction: PaymentDirection, change: readonly TransactionStatus[]): string {
  if (!change.includes('completed')) return 'h-16';
  return direction === 'outgoing' ? 'h-48' : 'h-28';
}

const ACCOUNT_NAMES = { settlement: 'Settlement', recipient: 'Recipient', fees: 'Fee income' } as const;

function Entries({ effect, customer }: { effect: Effect; customer: string }) {
  const { entries, holdCents, availableAfterCents } = effect;
  return (
    <DetailList className="mt-1 -mb-2">
      {holdCents === 0 ? null : (
        <Detail term={holdCents > 0 ? 'Put on hold' : 'Released from hold'}>
          <Money cents={Math.abs(holdCents)} />
        </Detail>
      )}
      {entries.map(({ account, amountCents }) => (
        <Detail key={account} term={account === 'customer' ? customer : ACCOUNT_NAMES[account]}>
          <Money cents={amountCents} isSigned />
        </Detail>
      ))}
      {availableAfterCents === null ? null : (
        <Detail term={`Available to ${customer} afterward`} isTotal>
          <Money cents={availableAfterCents} />
        </Detail>
      )}
    </DetailList>
  );
}
