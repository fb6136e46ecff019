import { type CsvColumns, toCsv } from '../../http/csv.js';
import { POSTING_KIND_NAMES } from './posting-kinds.js';
import type { StatementDto, StatementLineDto } from './statement.dto.js';

/** Renders a statement's lines as CSV (STM-4). Amounts are plain decimals. */
export function statementCsv({ lines, timeZone }: StatementDto): string {
  const columns: CsvColumns<StatementLineDto> = {
    [`Date (${timeZone})`]: ({ date }) => date,
    'Posted at (UTC)': ({ at }) => at,
    Description: ({ description }) => description,
    Type: ({ kind }) => POSTING_KIND_NAMES[kind],
    'Amount (USD)': ({ amountCents }) => ({ cents: amountCents }),
    'Fee included (USD)': ({ feeCents }) => ({ cents: feeCents }),
    'Balance after (USD)': ({ balanceAfterCents }) => ({ cents: balanceAfterCents }),
    'Transaction ID': ({ transactionId }) => transactionId,
  };
  return toCsv(columns, lines);
}
