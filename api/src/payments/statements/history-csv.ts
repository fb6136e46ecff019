import { centsToPlain } from '@moniker/common/money.js';
import type { CustomerTransactionDto } from '../transactions/transaction.dto.js';
import { type CsvColumn, toCsv, csvText } from '../../http/csv.js';

/** Maps times to bank days. */
interface Calendar {
  readonly timeZone: string;
  dayOf(time: Date): string;
}

/** Renders a transaction history as CSV (TXN-6). Amounts are plain decimals, outgoing ones negative. */
export function historyCsv(lines: readonly CustomerTransactionDto[], days: Calendar): string {
  const columns: readonly CsvColumn<CustomerTransactionDto>[] = [
    { name: `Date (${days.timeZone})`, cell: ({ date }) => days.dayOf(new Date(date)) },
    { name: 'Date and time (UTC)', cell: ({ date }) => date },
    { name: 'Description', cell: ({ description }) => csvText(description) },
    { name: 'Type', cell: ({ type }) => type },
    { name: 'Status', cell: ({ status }) => status },
    { name: 'Category', cell: ({ category }) => category ?? '' },
    { name: 'Amount (USD)', cell: (line) => centsToPlain(signOf(line) * line.amountCents) },
    { name: 'Fee within (USD)', cell: ({ feeCents }) => centsToPlain(feeCents) },
    { name: 'Net (USD)', cell: (line) => centsToPlain(signOf(line) * line.netAmountCents) },
    {
      name: 'Balance after (USD)',
      cell: ({ balanceAfterCents: cents }) => (cents === null ? '' : centsToPlain(cents)),
    },
    { name: 'Transaction ID', cell: ({ id }) => id },
  ];
  return toCsv(columns, lines);
}

function signOf({ type }: CustomerTransactionDto): 1 | -1 {
  return type === 'debit' ? -1 : 1;
}
