import { ApiProperty } from '@nestjs/swagger';
import { DayOrTimestamp, WholeNumber } from '../platform/http/query-fields.js';

export const GROUP_KINDS = [
  'opening',
  'credits',
  'incoming_payments',
  'transfers',
  'fees',
  'adjustments',
  'reversals',
  'closing',
] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

const MAX_HISTORY_DAYS = 366;
export const DEFAULT_HISTORY_DAYS = 30;

export class ExplanationQuery {
  @DayOrTimestamp('The end of a bank day, or a moment; without it, now')
  at?: string;
}

export class BalanceHistoryQuery {
  @WholeNumber(1, MAX_HISTORY_DAYS, `How many bank days, today included; ${DEFAULT_HISTORY_DAYS} if left out`)
  days?: number;
}

export class ExplanationItemDto {
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  transactionId: string | null;

  @ApiProperty()
  description: string;

  @ApiProperty({ example: '-$196.00' })
  amount: string;

  @ApiProperty()
  amountCents: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  date: string | null;
}

export class ExplanationGroupDto {
  @ApiProperty({ enum: GROUP_KINDS })
  kind: GroupKind;

  @ApiProperty({ example: '-$1,686.20' })
  sum: string;

  @ApiProperty()
  sumCents: number;

  @ApiProperty()
  count: number;

  @ApiProperty({ description: 'How many of them are not among the items' })
  moreCount: number;

  @ApiProperty({ type: [ExplanationItemDto], description: 'The newest first, at most 100' })
  items: ExplanationItemDto[];
}

/** One event of the account with the balance after it. */
export class ExplanationEntryDto {
  @ApiProperty({ description: 'Its place in the ledger' })
  position: number;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  transactionId: string | null;

  @ApiProperty({ example: '-$200.00', description: 'Added to the total, or, negative, taken from it' })
  amount: string;

  @ApiProperty()
  amountCents: number;

  @ApiProperty({ example: '-$200.00', description: 'Put on hold, or, negative, released' })
  hold: string;

  @ApiProperty()
  holdCents: number;

  @ApiProperty({ example: '$3,034.10', description: 'The total after it' })
  balanceAfter: string;

  @ApiProperty()
  balanceAfterCents: number;
}

/** The last event of the log that a balance includes (ACC-11). */
export class LedgerPlaceDto {
  @ApiProperty()
  position: number;

  @ApiProperty({ description: 'Its hash in the chain of the ledger, in hex' })
  hash: string;

  @ApiProperty({ format: 'date-time' })
  recordedAt: string;
}

/** Explains a balance: the groups add up to the total, the holds to the held amount (ACC-10, ACC-12). */
export class ExplanationDto {
  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ example: '$3,034.10' })
  total: string;

  @ApiProperty()
  totalCents: number;

  @ApiProperty({ example: '$75.25' })
  held: string;

  @ApiProperty()
  heldCents: number;

  @ApiProperty({ example: '$2,958.85' })
  available: string;

  @ApiProperty()
  availableCents: number;

  @ApiProperty({ type: [ExplanationGroupDto], description: 'Only those that have something' })
  groups: ExplanationGroupDto[];

  @ApiProperty({ type: [ExplanationItemDto], description: 'What is on hold, the newest first' })
  holds: ExplanationItemDto[];

  @ApiProperty({ type: [ExplanationEntryDto], description: 'The newest first, at most 50' })
  entries: ExplanationEntryDto[];

  @ApiProperty({ type: LedgerPlaceDto, nullable: true, description: 'Null where the ledger was empty then' })
  computedUpTo: LedgerPlaceDto | null;
}

export class BalancePointDto {
  @ApiProperty({ format: 'date' })
  date: string;

  @ApiProperty({ example: '$3,034.10', description: 'The total at the end of that bank day; of today, now' })
  total: string;

  @ApiProperty()
  totalCents: number;
}

export class BalanceHistoryDto {
  @ApiProperty({ example: 'America/New_York' })
  timeZone: string;

  @ApiProperty({ type: [BalancePointDto], description: 'One a bank day, oldest first' })
  points: BalancePointDto[];
}
