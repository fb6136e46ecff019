import { ApiProperty } from '@nestjs/swagger';
import { Usd } from '../../http/money-fields.js';
import { PostedSumsDto, PostingDto } from './statement.dto.js';

/** A month's sums, as on its statement (ANA-8). */
export class MonthSumsDto extends PostedSumsDto {
  @ApiProperty({ example: '2026-11' })
  month: string;

  @ApiProperty({ format: 'date', description: 'The last day included' })
  to: string;
}

/** How many settled transactions an account has, and their mean amount (ANA-3). */
export class SettledTransactionsDto {
  @ApiProperty()
  credits: number;

  @ApiProperty()
  debits: number;

  @ApiProperty()
  total: number;

  @Usd({ example: '$123.45', description: 'The mean absolute amount' })
  averageCents: number;
}

/**
 * An account's recent postings, a summary of its settled transactions, and the sums for this month and last month
 * (ANA-3, ANA-7, ANA-8).
 */
export class AccountActivityDto {
  @Usd({ example: '$3,034.10', description: 'The total after the newest entry' })
  totalCents: number;

  @ApiProperty()
  openedAt: Date;

  @ApiProperty({ type: [PostingDto], description: 'Newest first, at most 50' })
  entries: PostingDto[];

  @ApiProperty({ type: SettledTransactionsDto })
  transactions: SettledTransactionsDto;

  @ApiProperty({ type: MonthSumsDto, description: 'Until now' })
  thisMonth: MonthSumsDto;

  @ApiProperty({
    type: MonthSumsDto,
    nullable: true,
    description: 'Null if the account was opened this month',
  })
  lastMonth: MonthSumsDto | null;

  @ApiProperty({
    type: MonthSumsDto,
    nullable: true,
    description: 'Last month up to today’s day of the month; null if the account was opened after that day',
  })
  lastMonthToDate: MonthSumsDto | null;
}
