import type { ReactNode } from 'react';
import { BankTime } from '@/components/time/bank-time';
import { TransactionLink } from './transaction-link';

type ExplainLineProps = {
  transactionId: string | null;
  description: string;
  date: string | null;
  /** The amount. */
  figure: ReactNode;
  /** Shown below the amount. */
  note?: ReactNode;
};

/** One line of an explanation. */
export function ExplainLine({ transactionId, description, date, figure, note }: ExplainLineProps) {
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5 text-sm">
      <div className="min-w-0">
        <TransactionLink id={transactionId}>{description}</TransactionLink>
        {date ? (
          <p className="mt-0.5 text-xs text-ink-3">
            <BankTime value={date} />
          </p>
        ) : null}
      </div>
      <div className="shrink-0 text-right">
        <div className="font-semibold">{figure}</div>
        {note ? <p className="mt-0.5 text-xs text-ink-3">{note}</p> : null}
      </div>
    </li>
  );
}
