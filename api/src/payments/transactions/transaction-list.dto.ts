import {
  TRANSACTION_STATUSES,
  type TransactionKind,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import type { CsvColumns } from '../../http/csv.js';
import { OneOf } from '../../http/fields.js';
import { PageQuery } from '../../http/page.js';
import { BankDay } from '../../http/query-fields.js';
import type { TransactionView } from './transaction-queries.service.js';

const STATUS_FILTERS = ['open', ...TRANSACTION_STATUSES] as const;
const SORTS = ['newest', 'oldest', 'largest'] as const;
export type TransactionSort = (typeof SORTS)[number];

/**
 * Filters and order for the admins' transaction lists (ADM-15, ADM-16). `search` is part of a customer's name, email
 * address or moniker, a complete transaction id, or an exact amount.
 */
export class MoneyListQuery extends PageQuery {
  @OneOf(STATUS_FILTERS, { optional: true, description: '`open` matches every status that is not final' })
  status?: TransactionStatus | 'open';

  @BankDay('Matches rows created on this bank day or later')
  from?: string;

  @BankDay('Matches rows created on this bank day or earlier')
  to?: string;

  @OneOf(SORTS, {
    optional: true,
    description: '`newest` if missing; `largest` only with an open status or a search',
  })
  sort?: TransactionSort;
}

/** One of the admins' lists of payments. */
export interface PaymentList<Payment> {
  readonly kinds: readonly TransactionKind[];
  readonly map: (row: TransactionView, timeZone: string) => Payment;
  /** `csv` has the columns between the customer and the amount. */
  readonly csv: { readonly fileName: string; readonly columns: CsvColumns<TransactionView> };
}

/** All CSV columns of a list. Times are UTC. */
export function paymentCsvColumns(own: CsvColumns<TransactionView>): CsvColumns<TransactionView> {
  return {
    'Transaction ID': ({ id }) => id,
    'Created at (UTC)': ({ createdAt }) => createdAt,
    Customer: ({ user }) => user && `${user.firstName} ${user.lastName}`,
    Email: ({ user }) => user && user.email,
    ...own,
    'Amount (USD)': ({ amountCents }) => ({ cents: amountCents }),
    'Fee (USD)': ({ feeCents }) => ({ cents: feeCents }),
    Status: ({ status }) => status,
    'Admin notes': ({ adminNotes }) => adminNotes,
  };
}
