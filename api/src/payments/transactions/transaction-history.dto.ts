import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { BRAND } from '@moniker/common/brand.js';
import { TRANSACTION_CATEGORIES, type TransactionCategory } from '@moniker/common/categories.js';
import { MAX_SEARCH_LENGTH } from '@moniker/common/text-lengths.js';
import {
  TRANSACTION_KINDS,
  TRANSACTION_STATUSES,
  type TransactionKind,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { Usd } from '../../http/money-fields.js';
import { withTexts } from '../../http/text-fields.js';
import { CUSTOMER_TEXT_FIELDS } from '../../ledger/texts/transaction-texts.js';
import { OneOf, Pattern, ShortText } from '../../http/fields.js';
import { BankDay, WholeNumber } from '../../http/query-fields.js';
import { CustomerTransactionDto, mapCustomerTransaction } from './transaction.dto.js';
import type { CustomerTransactionView } from './transaction-queries.service.js';
import { nextStepOf } from './next-step.js';
import type { TimelineStep } from './transaction-timeline.service.js';

const DIRECTIONS = ['all', 'incoming', 'outgoing'] as const;
const STATUS_CHOICES = ['all', ...TRANSACTION_STATUSES] as const;
const CATEGORY_CHOICES = ['all', ...TRANSACTION_CATEGORIES] as const;
const ACTORS = ['you', BRAND] as const;
const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 25;

/** Filters for a transaction history (TXN-4). */
export class TransactionFilterQuery {
  @OneOf(STATUS_CHOICES, { optional: true })
  status?: TransactionStatus | 'all';

  @OneOf(DIRECTIONS, { optional: true })
  type?: (typeof DIRECTIONS)[number];

  @OneOf(CATEGORY_CHOICES, { optional: true })
  category?: TransactionCategory | 'all';

  @ShortText(MAX_SEARCH_LENGTH, {
    optional: true,
    description: 'Part of the description, the recipient or the purpose',
  })
  search?: string;

  @BankDay('The first bank day')
  from?: string;

  @BankDay('The last bank day')
  to?: string;
}

export class TransactionsQuery extends TransactionFilterQuery {
  @Pattern(/^(open-)?[1-9]\d{0,17}$/, 'cursor must be the nextCursor of the previous page', {
    optional: true,
    description: 'The `nextCursor` of the previous page; without it, the first page',
  })
  cursor?: string;

  @WholeNumber(1, MAX_PAGE_SIZE, `Maximum number of transactions; ${DEFAULT_PAGE_SIZE} by default`)
  limit?: number;
}

export class TransactionPageDto {
  @ApiProperty({ type: [CustomerTransactionDto], description: 'Open ones first, each group newest first' })
  items: CustomerTransactionDto[];

  @ApiProperty({ type: String, nullable: true, description: 'The cursor of the next page; null on the last' })
  nextCursor: string | null;

  @ApiPropertyOptional({ description: 'The number of matches; only on the first page' })
  total?: number;
}

/** What an event changed on the customer's account. */
export class EntryAmountsDto {
  @Usd({ example: '-$200.00', description: 'The change in the total; negative if it decreased' })
  amountCents: number;

  @Usd({ example: '-$200.00', description: 'Positive if held, negative if released' })
  holdCents: number;

  @Usd({ example: '$3,034.10', description: 'The total afterward' })
  balanceAfterCents: number;
}

/** A step's effect on the customer's account. */
export class TimelineEntryDto extends EntryAmountsDto {
  @Usd({ example: '$0.00', description: 'The held amount afterward' })
  heldAfterCents: number;
}

/** One of a transaction's events, with a description and with its position and hash in the log (TXN-7). */
export class TimelineStepDto {
  @ApiProperty()
  at: Date;

  @ApiProperty({ example: 'Transfer requested' })
  title: string;

  @ApiProperty({ example: 'You asked to send $200.00 to Corner Greens. We put the amount on hold.' })
  text: string;

  @ApiProperty({ enum: ACTORS })
  actor: (typeof ACTORS)[number];

  @ApiProperty({ description: 'Its position in the log' })
  position: number;

  @ApiProperty({ description: 'Its hash in the log’s chain, in hex' })
  hash: string;

  @ApiProperty({
    type: TimelineEntryDto,
    nullable: true,
    description: 'Null if neither the balance nor a hold changed',
  })
  entry: TimelineEntryDto | null;
}

/** Everything that a customer can see about one transaction. */
export class TransactionDetailDto extends withTexts(CustomerTransactionDto, CUSTOMER_TEXT_FIELDS) {
  @ApiProperty({
    enum: TRANSACTION_KINDS,
    description: 'An `adjustment` is a balance edit by an admin (WORD-2)',
  })
  kind: TransactionKind;

  @ApiProperty()
  createdAt: Date;

  @ApiProperty()
  changedAt: Date;

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'When it was last posted, as on the statement; null if nothing was posted',
  })
  postedAt: Date | null;

  @ApiProperty({
    type: Date,
    nullable: true,
    description: 'The date shown with it, if an admin set one (PAY-5)',
  })
  shownAt: Date | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it was declined, if the bank says so (TRF-86)',
  })
  customerReason: string | null;

  @ApiProperty({ type: [TimelineStepDto], description: 'Oldest first' })
  timeline: TimelineStepDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: "We'll review your transfer, usually within one business day.",
    description: 'What comes next; null for a final status',
  })
  next: string | null;

  @ApiProperty({
    description: 'Whether the customer can cancel it, which only works for a pending transfer (TRF-27)',
  })
  canCancel: boolean;
}

export function mapTransactionDetail(
  row: CustomerTransactionView,
  steps: readonly TimelineStep[],
): TransactionDetailDto {
  return {
    ...row,
    ...mapCustomerTransaction(row),
    postedAt: row.balanceAfterCents === null ? null : row.listedAt,
    timeline: steps.map(mapStep),
    next: nextStepOf(row, row.status),
    canCancel: row.kind === 'transfer' && row.status === 'pending',
  };
}

function mapStep({ hash, entry, ...step }: TimelineStep): TimelineStepDto {
  const ownEntry = entry && { ...entry, balanceAfterCents: entry.postedAfterCents };
  return { ...step, hash: hash.toString('hex'), entry: ownEntry };
}
