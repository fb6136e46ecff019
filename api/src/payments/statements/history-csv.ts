import type { CustomerTransactionDto } from '../transactions/transaction.dto.js';
import type { HistoryLine } from '../transactions/transaction-history.service.js';
import { capitalize, humanize } from '../../events/words.js';
import { type CsvColumns, toCsv } from '../../http/csv.js';
import { POSTING_KIND_NAMES } from './posting-kinds.js';

/** Maps times to bank days. */
interface Calendar {
  readonly timeZone: string;
  dayOf(time: Date): string;
}

/** Renders a transaction history as CSV (TXN-6). Amounts are plain decimals, outgoing ones negative. */
export function historyCsv(lines: readonly HistoryLine[], days: Calendar): string {
  const columns: CsvColumns<HistoryLine> = {
    [`Date (${days.timeZone})`]: ({ date }) => days.dayOf(date),
    'Date and time (UTC)': ({ date }) => date,
    Description: ({ description }) => description,
    Type: ({ kind }) => POSTING_KIND_NAMES[kind],
    Status: ({ status }) => capitalize(humanize(status)),
    Category: ({ category }) => category && capitalize(category),
    'Amount (USD)': (line) => ({ cents: signOf(line) * line.amountCents }),
    'Fee included (USD)': ({ feeCents }) => ({ cents: feeCents }),
    'Net (USD)': (line) => ({ cents: signOf(line) * line.netAmountCents }),
    'Balance after (USD)': ({ balanceAfterCents: cents }) => (cents === null ? null : { cents }),
    'Transaction ID': ({ id }) => id,
  };
  return toCsv(columns, lines);
}

function signOf({ type }: CustomerTransactionDto): 1 | -1 {
  return type === 'debit' ? -1 : 1;
}
