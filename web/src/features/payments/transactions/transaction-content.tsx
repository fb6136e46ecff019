import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { HANDLE_NAME } from '@moniker/common/brand.js';
import { isVoidStatus } from '@moniker/common/transactions.js';
import { BankTime } from '@/components/time/bank-time';
import { Detail, DetailList } from '@/components/ui/detail-list';
import { Exact } from '@/components/ui/exact';
import { Money } from '@/components/ui/money';
import { StatusBadge } from '@/components/ui/status-badge';
import type { TransactionDetail } from '@/lib/api/types';
import { cn } from '@/lib/cn';
import { humanize } from '@/lib/format';
import { formatBankDate } from '@/lib/time/bank-time';
import { isIncoming } from '@/lib/transactions';
import { TRANSFER_TEXT_FIELDS } from '@/lib/transfer-texts';
import { CategoryChoice } from './category-choice';
import { Timeline } from './timeline';

const HASH_LENGTH_SHOWN = 12;

type Props = { transaction: TransactionDetail };

export function TransactionContent({ transaction }: Props) {
  const isTransfer = transaction.kind === 'transfer';
  const isVoid = isVoidStatus(transaction.status);
  const isReversed = isVoid && transaction.postedAt !== null;
  return (
    <>
      <Headline transaction={transaction} />
      <DetailList className="mt-5 border-y border-rule">
        {isTransfer && !isReversed ? (
          <Detail term="Fee">
            <Money cents={transaction.feeCents} />
          </Detail>
        ) : null}
        {isTransfer && !isVoid ? (
          <Detail term="Recipient gets">
            <Money cents={transaction.netAmountCents} />
          </Detail>
        ) : null}
        <Detail term="Balance after">
          {transaction.balanceAfterCents === null ? (
            <span className="font-normal text-ink-3">Unchanged</span>
          ) : (
            <Money cents={transaction.balanceAfterCents} />
          )}
        </Detail>
      </DetailList>
      <Section title={isTransfer ? 'Recipient details' : 'Payment details'}>
        <PaymentDetails transaction={transaction} />
      </Section>
      <Section title="What happened">
        <Timeline steps={transaction.timeline} next={transaction.next} />
      </Section>
      <LedgerReference transaction={transaction} />
    </>
  );
}

function Headline({ transaction }: Props) {
  const isIn = isIncoming(transaction);
  const isVoid = isVoidStatus(transaction.status);
  const cents = Math.abs(transaction.amountCents);
  return (
    <>
      <p
        className={cn(
          'display double-rule inline-block pb-1.5 text-[min(2.5rem,11vw)] leading-none',
          isVoid ? 'text-ink-3 line-through' : isIn ? 'text-positive' : 'text-ink',
        )}
      >
        <Money cents={isIn ? cents : -cents} isSigned dimsCents={!isVoid} />
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-3">
        <StatusBadge status={transaction.status} />
        <BankTime value={transaction.date} />
      </p>
      {transaction.status === 'failed' && transaction.customerReason ? (
        <p className="mt-3 text-sm wrap-anywhere">
          Reason: <bdi>{transaction.customerReason}</bdi>
        </p>
      ) : null}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="caption">{title}</h3>
      {children}
    </section>
  );
}

/** Details of the payment and its counterparty. Unknown fields are omitted. */
function PaymentDetails({ transaction }: Props) {
  const rows = [
    ...TRANSFER_TEXT_FIELDS.map(({ name, label, term = label }) => [term, transaction[name]] as const),
    ['From', transaction.fromAccount],
    ['From routing number', transaction.fromRouting],
    [isIncoming(transaction) ? 'To account' : HANDLE_NAME, transaction.toAccount],
    ['To routing number', transaction.toRouting],
    ['Payment for', transaction.paymentFor],
    ['Category', <CategoryChoice key="category" transaction={transaction} />],
    ['Type', humanize(transaction.kind)],
    ['Dated', transaction.shownAt ? formatBankDate(transaction.shownAt) : null],
  ] as const;
  return (
    <DetailList className="mt-1 border-b border-rule">
      {rows.map(([term, value]) =>
        value ? (
          <Detail key={term} term={term}>
            {value}
          </Detail>
        ) : null,
      )}
    </DetailList>
  );
}

/** The log position and the first hash digits of the transaction's newest event. */
function LedgerReference({ transaction }: Props) {
  const newest = transaction.timeline.at(-1);
  if (!newest) return null;
  return (
    <p className="mt-6 flex items-start gap-2 text-xs text-ink-3">
      <Lock aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
      <span className="min-w-0">
        Sealed in the ledger as entry <Exact>{newest.position}</Exact>, hash{' '}
        <code translate="no" title={newest.hash} className="break-all">
          {newest.hash.slice(0, HASH_LENGTH_SHOWN)}
        </code>
      </span>
    </p>
  );
}
