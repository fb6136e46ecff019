import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { TRANSACTION_KINDS, type TransactionKind } from '@moniker/common/transactions.js';
import { OneOf } from '../../http/fields.js';
import { pageDto } from '../../http/page.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import { ReviewFieldsDto } from './payment.dto.js';
import { listedDate, mapTransaction, TransactionDto } from './transaction.dto.js';
import { MoneyListQuery, type PaymentList } from './transaction-list.dto.js';

/** A transaction as admins see it (ADM-24). */
export class AdminTransactionDto extends IntersectionType(TransactionDto, ReviewFieldsDto) {
  @ApiProperty({ enum: TRANSACTION_KINDS, description: 'An `adjustment` is a balance edit and is final' })
  kind: TransactionKind;

  @ApiProperty({ example: 'Nov 20, 2026, 4:05 PM EST', description: "In the bank's time zone" })
  formattedDate: string;
}

export class AdminTransactionPageDto extends pageDto(AdminTransactionDto) {}

/** Adds the filter by kind. */
export class TransactionListQuery extends MoneyListQuery {
  @OneOf(TRANSACTION_KINDS, { optional: true })
  kind?: TransactionKind;
}

/** The kinds in the exported file. */
const KIND_NAMES: Readonly<Record<TransactionKind, string>> = {
  transfer: 'Transfer',
  incoming_payment: 'Incoming payment',
  credit: 'Credit',
  adjustment: 'Balance edit',
};

/** All transactions in the admin panel. */
export const TRANSACTIONS: PaymentList<AdminTransactionDto> = {
  kinds: TRANSACTION_KINDS,
  map: (row, timeZone) => {
    const date = listedDate(row);
    const formattedDate = formatTimestamp(date, timeZone);
    return { ...row, ...mapTransaction(row, date, row.feeCents), formattedDate };
  },
  csv: {
    fileName: 'transactions.csv',
    columns: {
      Kind: ({ kind }) => KIND_NAMES[kind],
      Description: ({ description }) => description,
      Category: ({ category }) => category,
    },
  },
};
