import { FileSpreadsheet, FileText } from 'lucide-react';
import { BankTime } from '@/components/time/bank-time';
import { buttonClass } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Money } from '@/components/ui/money';
import type { Statement } from '@/lib/api/types';
import { formatBankDay } from '@/lib/bank-day';
import { zoneName } from '@/lib/time/bank-time';
import type { Period } from './period';
import { StatementTable } from './statement-table';

type StatementCardProps = { statement: Statement; period: Period };

export function StatementCard({ statement, period }: StatementCardProps) {
  const days = daysOf(statement);
  return (
    <Card>
      <CardHeader
        title={days}
        description={accountLabel(statement)}
        action={<Downloads query={new URLSearchParams(period).toString()} days={days} />}
      />
      <CardBody>
        <Totals statement={statement} />
        <div className="mt-6">
          {statement.lines.length > 0 ? (
            <StatementTable statement={statement} />
          ) : (
            <EmptyState title="No activity in this period">Your balance didn't change.</EmptyState>
          )}
        </div>
        <p className="tnum mt-4 text-xs text-ink-3">
          Days are in {zoneName(statement.timeZone)}. As of <BankTime value={statement.generatedAt} />.
        </p>
      </CardBody>
    </Card>
  );
}

function daysOf({ from, to }: Statement): string {
  return from === to ? formatBankDay(from) : `${formatBankDay(from)} to ${formatBankDay(to)}`;
}

function accountLabel({ accountHolder, accountNumber }: Statement): string {
  return accountNumber ? `${accountHolder} · ${accountNumber}` : accountHolder;
}

function Downloads({ query, days }: { query: string; days: string }) {
  const className = buttonClass({ variant: 'secondary', size: 'sm' });
  return (
    <div className="flex gap-2">
      <a
        href={`/api/statements.pdf?${query}`}
        target="_blank"
        rel="noreferrer"
        aria-label={`Statement for ${days} (PDF), opens in a new tab`}
        className={className}
      >
        <FileText aria-hidden="true" className="size-4" />
        PDF
      </a>
      <a
        href={`/api/statements.csv?${query}`}
        download
        aria-label={`Download statement for ${days} (CSV)`}
        className={className}
      >
        <FileSpreadsheet aria-hidden="true" className="size-4" />
        CSV
      </a>
    </div>
  );
}

/** The opening and closing balances and the sums between them (STM-2). */
function Totals({ statement }: { statement: Statement }) {
  const { totals } = statement;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-rule py-4 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      <Total term="Opening balance" cents={statement.openingCents} />
      <Total term="Money in" cents={totals.moneyInCents} isSigned />
      {totals.refundedFeesCents > 0 ? (
        <Total term="Refunded fees (part of money in)" cents={totals.refundedFeesCents} />
      ) : null}
      <Total term="Money out" cents={totals.moneyOutCents} isSigned />
      <Total term="Fees (part of money out)" cents={totals.feesCents} />
      <Total term="Closing balance" cents={statement.closingCents} />
    </dl>
  );
}

function Total({ term, cents, isSigned = false }: { term: string; cents: number; isSigned?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col justify-end">
      <dt className="text-xs text-ink-3">{term}</dt>
      <dd className="mt-0.5 text-lg font-semibold">
        <Money cents={cents} isSigned={isSigned} />
      </dd>
    </div>
  );
}
