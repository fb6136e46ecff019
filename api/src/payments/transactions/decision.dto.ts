import { ApiProperty } from '@nestjs/swagger';
import { MAX_BULK_DECISIONS } from '@moniker/common/limits.js';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@moniker/common/transactions.js';
import { Usd } from '../../http/money-fields.js';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsObject, ValidateNested } from 'class-validator';
import { Id, LongText, OneOf, Revision } from '../../http/fields.js';
import { CustomerReason } from './payment.dto.js';

const COUNT_MESSAGE = `items must be 1 to ${MAX_BULK_DECISIONS} transactions`;

const ACCOUNTS = ['customer', 'recipient', 'settlement', 'fees'] as const;
type EntryAccount = (typeof ACCOUNTS)[number];

const RESULTS = ['done', 'proposed', 'already_decided', 'refused'] as const;

/** A transaction with the revision that the decision is based on (ADM-18). */
export class DecisionItemBody {
  @Id()
  id: string;

  @Revision()
  expectedRevision: number;
}

/** One decision on several transactions (TRF-21). */
export class DecisionsPreviewBody {
  @OneOf(TRANSACTION_STATUSES)
  status: TransactionStatus;

  @IsArray({ message: COUNT_MESSAGE })
  @ArrayMinSize(1, { message: COUNT_MESSAGE })
  @ArrayMaxSize(MAX_BULK_DECISIONS, { message: COUNT_MESSAGE })
  @ArrayUnique((item: DecisionItemBody) => item.id, { message: 'items must not name a transaction twice' })
  // ValidateNested accepts an empty array as an item, because it checks only the array's elements.
  @IsObject({ each: true, message: COUNT_MESSAGE })
  @ValidateNested({ each: true })
  @Type(() => DecisionItemBody)
  @ApiProperty({ type: [DecisionItemBody], minItems: 1, maxItems: MAX_BULK_DECISIONS })
  items: DecisionItemBody[];
}

export class DecisionsBody extends DecisionsPreviewBody {
  @LongText(MAX_ADMIN_NOTES_LENGTH, {
    optional: true,
    description:
      'The reason, stored as the notes of each transaction. Required for `failed`, `cancelled` and the reversal of a completed transfer',
  })
  adminNotes?: string;

  @CustomerReason()
  customerReason?: string;
}

/** What a decision posts to one account. */
export class EffectEntryDto {
  @ApiProperty({ enum: ACCOUNTS })
  account: EntryAccount;

  @Usd({ example: '-$200.00' })
  amountCents: number;
}

/** A decision's effect on balances. */
export class MoneyEffectDto {
  @ApiProperty({ type: [EffectEntryDto], description: 'Entries sum to zero' })
  entries: EffectEntryDto[];

  @Usd({ example: '-$200.00', description: 'Positive if held, negative if released' })
  holdCents: number;

  @Usd({ nullable: true, description: "The customer's total afterward; null if unchanged" })
  balanceAfterCents: number | null;

  @Usd({ nullable: true, description: "The customer's available balance afterward; null if unchanged" })
  availableAfterCents: number | null;
}

export class PreviewedDecisionDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ type: MoneyEffectDto, nullable: true, description: 'Null if the decision would be refused' })
  effect: MoneyEffectDto | null;

  @ApiProperty({ type: String, nullable: true, description: 'The reason for a refusal' })
  reason: string | null;
}

/**
 * What a decision on several transactions would do now, item by item in request order. This can still change until the
 * decision is made.
 */
export class DecisionsPreviewDto {
  @ApiProperty({ description: 'The number of decisions that would succeed' })
  count: number;

  @Usd({ example: '$1,234.50', description: 'The sum of the amounts of the decisions that would succeed' })
  sumCents: number;

  @ApiProperty({ description: 'The number of decisions that would be refused' })
  refusedCount: number;

  @ApiProperty({ type: [PreviewedDecisionDto] })
  items: PreviewedDecisionDto[];
}

export class DecidedDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: RESULTS })
  result: (typeof RESULTS)[number];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it was only proposed or was refused; null if done',
  })
  message: string | null;
}

/** Each transaction's result. */
export class DecisionsDto {
  @ApiProperty()
  doneCount: number;

  @ApiProperty({ type: [DecidedDto], description: 'In request order' })
  items: DecidedDto[];
}
