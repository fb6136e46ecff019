import { centsToPlain } from '@moniker/common/money.js';
import { type CsvColumn, toCsv, csvText } from '../../http/csv.js';
import type { StatementDto, StatementLineDto } from './statement.dto.js';

/** Renders the lines of a statement as CSV (STM-4). Amounts are plain decimals. */
export function statementCsv({ lines, timeZone }: StatementDto): string {
  const columns: readonly CsvColumn<StatementLineDto>[] = [
    { name: `Date (${timeZone})`, cell: ({ date }) => date },
    { name: 'Posted at (UTC)', cell: ({ at }) => at },
    { name: 'Description', cell: ({ description }) => csvText(description) },
    { name: 'Kind', cell: ({ kind }) => csvText(kind) },
    { name: 'Amount (USD)', cell: ({ amountCents }) => centsToPlain(amountCents) },
    { name: 'Fee within (USD)', cell: ({ feeCents }) => centsToPlain(feeCents) },
    { name: 'Balance after (USD)', cell: ({ balanceAfterCents }) => centsToPlain(balanceAfterCents) },
    { name: 'Transaction ID', cell: ({ transactionId }) => csvText(transactionId) },
  ];
  return toCsv(columns, lines);
}
