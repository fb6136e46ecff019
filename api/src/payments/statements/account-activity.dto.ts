import { ApiProperty } from '@nestjs/swagger';
import { Usd } from '../../http/money-fields.js';

/** One posting to the account. Holds and undecided transactions make no postings. */
export class SettledEntryDto {
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  transactionId: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it was posted' })
  at: string;

  @Usd({ example: '-$200.00', description: 'Negative if money left the account' })
  amount: string;
  amountCents: number;
}

/** The sums of a month, as on its statement (ANA-8). */
export class MonthSumsDto {
  @ApiProperty({ example: '2026-11' })
  month: string;

  @ApiProperty({ format: 'date', description: 'The last day that is included' })
  to: string;

  @Usd({ example: '$2,500.00' })
  moneyIn: string;
  moneyInCents: number;

  @Usd({ example: '-$200.00', description: 'Zero or negative' })
  moneyOut: string;
  moneyOutCents: number;

  @Usd({ example: '$2,300.00', description: 'The change of the balance' })
  net: string;
  netCents: number;
}

/** All settled transactions of an account, however many (ANA-3). */
export class SettledTransactionsDto {
  @ApiProperty()
  credits: number;

  @ApiProperty()
  debits: number;

  @ApiProperty()
  total: number;

  @Usd({ example: '$123.45', description: 'The mean absolute amount' })
  average: string;
  averageCents: number;
}

/** The recent postings of an account (ANA-7, ANA-8). */
export class AccountActivityDto {
  @Usd({ example: '$3,034.10', description: 'The total after the newest entry' })
  total: string;
  totalCents: number;

  @ApiProperty({ format: 'date-time' })
  openedAt: string;

  @ApiProperty({ type: [SettledEntryDto], description: 'Newest first, at most 50' })
  entries: SettledEntryDto[];

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
    description: 'Last month up to the day that today is of this month; null if the account was opened later',
  })
  lastMonthToDate: MonthSumsDto | null;
}
