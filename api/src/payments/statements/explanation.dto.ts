import { ApiProperty } from '@nestjs/swagger';
import { Usd } from '../../http/money-fields.js';
import { DayOrTimestamp, WholeNumber } from '../../http/query-fields.js';
import { EntryAmountsDto } from '../transactions/transaction-history.dto.js';

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
  @DayOrTimestamp('The end of a bank day, or a time; now if missing')
  at?: string;
}

export class BalanceHistoryQuery {
  @WholeNumber(1, MAX_HISTORY_DAYS, `Number of bank days including today; ${DEFAULT_HISTORY_DAYS} if missing`)
  days?: number;
}

export class ExplanationItemDto {
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  transactionId: string | null;

  @ApiProperty()
  description: string;

  @Usd({ example: '-$196.00' })
  amountCents: number;

  @ApiProperty({ type: Date, nullable: true })
  date: Date | null;
}

export class ExplanationGroupDto {
  @ApiProperty({ enum: GROUP_KINDS })
  kind: GroupKind;

  @Usd({ example: '-$1,686.20' })
  sumCents: number;

  @ApiProperty()
  count: number;

  @ApiProperty({ description: 'The number of entries beyond the listed items' })
  moreCount: number;

  @ApiProperty({ type: [ExplanationItemDto], description: 'Newest first, at most 100' })
  items: ExplanationItemDto[];
}

/** One of the account's events, with the balance after it. */
export class ExplanationEntryDto extends EntryAmountsDto {
  @ApiProperty({ description: 'Its position in the log' })
  position: number;

  @ApiProperty()
  at: Date;

  @ApiProperty()
  description: string;

  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  transactionId: string | null;
}

/** The last event of the log that a balance includes (ACC-11). */
export class LedgerPositionDto {
  @ApiProperty()
  position: number;

  @ApiProperty({ description: 'Its hash in the log’s chain, in hex' })
  hash: string;

  @ApiProperty()
  recordedAt: Date;
}

/** Explains a balance: the groups add up to the total, the holds to the held amount (ACC-10, ACC-12). */
export class ExplanationDto {
  @ApiProperty()
  at: Date;

  @Usd({ example: '$3,034.10' })
  totalCents: number;

  @Usd({ example: '$75.25' })
  heldCents: number;

  @Usd({ example: '$2,958.85' })
  availableCents: number;

  @ApiProperty({ type: [ExplanationGroupDto], description: 'Groups without entries are left out' })
  groups: ExplanationGroupDto[];

  @ApiProperty({ type: [ExplanationItemDto], description: 'Open holds, newest first' })
  holds: ExplanationItemDto[];

  @ApiProperty({ type: [ExplanationEntryDto], description: 'Newest first, at most 50' })
  entries: ExplanationEntryDto[];

  @ApiProperty({ type: LedgerPositionDto, nullable: true, description: 'Null if the log was empty then' })
  computedUpTo: LedgerPositionDto | null;
}

export class BalancePointDto {
  @ApiProperty({ format: 'date' })
  date: string;

  @Usd({
    example: '$3,034.10',
    description: 'The total at the end of the bank day; for today, the current total',
  })
  totalCents: number;
}

export class BalanceHistoryDto {
  @ApiProperty({ example: 'America/New_York' })
  timeZone: string;

  @ApiProperty({ type: [BalancePointDto], description: 'One point per bank day, oldest first' })
  points: BalancePointDto[];
}
