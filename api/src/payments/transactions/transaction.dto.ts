import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { TRANSACTION_CATEGORIES, type TransactionCategory } from '@moniker/common/categories.js';
import { MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import {
  chargedFeeCents,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { Usd } from '../../http/money-fields.js';
import { Amount, Dollars, Id, OneOf, Optional, ShortText } from '../../http/fields.js';
import { TransferReviewBody } from './payment.dto.js';
import type { CustomerTransactionListItem, TransactionListItem } from './transaction-queries.service.js';

const TYPES = ['debit', 'credit', 'incoming_payment'] as const;
type TransactionType = (typeof TYPES)[number];

/** One line of a history (TXN-3, ADM-24). `amount` is unsigned: the type gives the direction. */
export class TransactionDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  description: string;

  @Usd({ example: '$1,234.50' })
  amountCents: number;

  @Usd({ example: '$1,209.81' })
  netAmountCents: number;

  @Usd({ example: '$24.69' })
  feeCents: number;

  @ApiProperty({ enum: TYPES })
  type: TransactionType;

  @ApiProperty({ enum: TRANSACTION_STATUSES })
  status: TransactionStatus;

  @ApiProperty()
  date: Date;

  @ApiProperty({ enum: TRANSACTION_CATEGORIES, nullable: true })
  category: TransactionCategory | null;

  @ApiProperty({ format: 'uuid' })
  userId: string;
}

/**
 * A line in a customer's own history, with the running balance (TXN-2). `date` is the time of the transaction's latest
 * posting or, if nothing was posted, of its latest hold change. If the transaction failed or was canceled, `fee` is
 * zero and `netAmount` is the amount (DASH-10).
 */
export class CustomerTransactionDto extends TransactionDto {
  @Usd({
    nullable: true,
    example: '$3,034.10',
    cents: { description: "The total after the transaction's last posting; null if nothing was posted" },
  })
  balanceAfterCents: number | null;
}

/** A credit: the only kind of transaction that admins create with this route (PAY-7). */
export class CreateCreditBody {
  @Id({ message: 'Please fill in all required fields' })
  userId: string;

  @OneOf(['credit'])
  type: 'credit';

  @Dollars(1)
  amount: Amount;

  @ShortText(MAX_DESCRIPTION_LENGTH, { message: 'Please fill in all required fields' })
  description: string;

  @OneOf(TRANSACTION_CATEGORIES, { optional: true })
  category?: TransactionCategory;
}

export class UpdateTransactionBody extends TransferReviewBody {
  @OneOf(TRANSACTION_STATUSES)
  status: TransactionStatus;
}

/** A customer's choice of category (TRF-87). */
export class ChangeCategoryBody {
  @OneOf(TRANSACTION_CATEGORIES)
  category: TransactionCategory;

  @Optional()
  @IsBoolean({ message: 'isForRecipient must be true or false' })
  @ApiPropertyOptional({
    description:
      'Whether the category applies to all transfers to this recipient, except those that have one of their own',
  })
  isForRecipient?: boolean;
}

/**
 * Maps a transaction to a line of a history. Where speed matters, callers add properties to the result with
 * `Object.assign`, because adding them after a spread takes V8 five times as long.
 */
export function mapTransaction(row: TransactionListItem, date: Date, feeCents: number): TransactionDto {
  const amountCents = Math.abs(row.amountCents);
  return {
    id: row.id,
    description: row.description ?? '',
    amountCents,
    netAmountCents: amountCents - feeCents,
    feeCents,
    type: transactionType(row),
    status: row.status,
    date,
    category: row.category,
    userId: row.accountId,
  };
}

export function mapCustomerTransaction(row: CustomerTransactionListItem): CustomerTransactionDto {
  const line = mapTransaction(row, row.listedAt, chargedFeeCents(row));
  return Object.assign(line, { balanceAfterCents: row.balanceAfterCents });
}

function transactionType(row: TransactionListItem): TransactionType {
  switch (row.kind) {
    case 'transfer':
      return 'debit';
    case 'credit':
      return 'credit';
    case 'incoming_payment':
      return 'incoming_payment';
    case 'adjustment':
      return row.amountCents < 0 ? 'debit' : 'credit';
  }
}

/**
 * The date in admin lists: the date that an admin set. If no admin has set a date, it is the time when the customer
 * could first see the transaction (for an incoming payment, its first completion). Until then, it is the creation time.
 */
export function listedDate(row: TransactionListItem): Date {
  return row.shownAt ?? row.visibleAt ?? row.createdAt;
}
