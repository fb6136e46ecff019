import { centsToPlain } from '@moniker/common/money.js';
import {
  TRANSACTION_KINDS,
  TRANSACTION_STATUSES,
  type TransactionKind,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { type CsvColumn, csvText } from '../../http/csv.js';
import { OneOf } from '../../http/fields.js';
import { PageQuery } from '../../http/page.js';
import { BankDay } from '../../http/query-fields.js';
import type { TransactionView } from './transaction-queries.service.js';

const STATUS_FILTERS = ['open', ...TRANSACTION_STATUSES] as const;
const SORTS = ['newest', 'oldest', 'largest'] as const;
export type TransactionSort = (typeof SORTS)[number];

/**
 * Filters and order of the admins' transaction lists (ADM-15, ADM-16). `search` is part of a customer's name, email
 * address or moniker, a whole transaction id, or an exact amount.
 */
export class MoneyListQuery extends PageQuery {
  @OneOf(STATUS_FILTERS, { optional: true, description: '`open` matches every status that is not final' })
  status?: TransactionStatus | 'open';

  @BankDay('The first bank day of creation')
  from?: string;

  @BankDay('The last bank day of creation')
  to?: string;

  @OneOf(SORTS, {
    optional: true,
    description: '`newest` if missing; `largest` only with an open status or a search',
  })
  sort?: TransactionSort;
}

/** Adds the filter by kind. */
export class TransactionListQuery extends MoneyListQuery {
  @OneOf(TRANSACTION_KINDS, { optional: true })
  kind?: TransactionKind;
}

/** The CSV columns of a list: its own columns between the customer and the amount. Times are UTC. */
export function transactionCsvColumns(
  own: readonly CsvColumn<TransactionView>[],
): readonly CsvColumn<TransactionView>[] {
  return [
    { name: 'Transaction ID', cell: ({ id }) => id },
    { name: 'Created at (UTC)', cell: ({ createdAt }) => createdAt.toISOString() },
    { name: 'Customer', cell: ({ user }) => csvText(user && `${user.firstName} ${user.lastName}`) },
    { name: 'E-mail', cell: ({ user }) => csvText(user && user.email) },
    ...own,
    { name: 'Amount (USD)', cell: ({ amountCents }) => centsToPlain(amountCents) },
    { name: 'Fee (USD)', cell: ({ feeCents }) => centsToPlain(feeCents) },
    { name: 'Status', cell: ({ status }) => status },
    { name: 'Admin notes', cell: ({ adminNotes }) => csvText(adminNotes) },
  ];
}
