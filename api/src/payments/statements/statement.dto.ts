import { ApiProperty } from '@nestjs/swagger';
import { Usd } from '../../http/money-fields.js';
import { BankDay, BankMonth } from '../../http/query-fields.js';
import type { Posting } from './account-postings.service.js';
import { POSTING_KINDS, type PostingKind } from './posting-kinds.js';

/** A statement's range: either a month, or a first and a last day (STM-1). */
export class StatementQuery {
  @BankDay('The first bank day, together with `to`')
  from?: string;

  @BankDay('The last bank day; at most 366 days from the first')
  to?: string;

  @BankMonth('A whole month, instead of `from` and `to`')
  month?: string;
}

/** One posting that changed the account's balance. Holds and undecided transactions are left out. */
export class PostingDto {
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  transactionId: string | null;

  @ApiProperty({ description: 'When it was posted' })
  at: Date;

  @Usd({ example: '-$200.00', description: 'Negative if money left the account' })
  amountCents: number;
}

export class StatementLineDto extends PostingDto {
  @ApiProperty({ format: 'date', description: 'The bank day of the posting' })
  date: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ enum: POSTING_KINDS })
  kind: PostingKind;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '7825',
    description: 'Last digits of the other account',
  })
  counterpartyEnding: string | null;

  @Usd({ example: '$4.00', description: 'The fee within the amount; negative if it was returned' })
  feeCents: number;

  @Usd({ example: '$3,034.10' })
  balanceAfterCents: number;
}

/** Sums of postings (STM-1). */
export class PostedSumsDto {
  @Usd({ example: '$2,500.00' })
  moneyInCents: number;

  @Usd({ example: '-$200.00', description: 'Zero or negative' })
  moneyOutCents: number;

  @Usd({ example: '$2,300.00', description: 'The change of the balance' })
  netCents: number;
}

export class StatementTotalsDto extends PostedSumsDto {
  @Usd({ example: '$4.00', description: 'Fees; part of money out' })
  feesCents: number;

  @Usd({ example: '$0.00', description: 'Fees that reversals returned; part of money in' })
  refundedFeesCents: number;

  @ApiProperty()
  lineCount: number;
}

/** An account's postings in a range of bank days. Opening balance plus lines equals closing balance (STM-2). */
export class StatementDto {
  @ApiProperty({ example: 'Alice Moreno' })
  accountHolder: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null while no number is assigned' })
  accountNumber: string | null;

  @ApiProperty({ format: 'date' })
  from: string;

  @ApiProperty({ format: 'date' })
  to: string;

  @ApiProperty({ example: 'America/New_York', description: 'The time zone of all days' })
  timeZone: string;

  @ApiProperty({ description: 'Postings after this time are not included' })
  generatedAt: Date;

  @Usd({ example: '$734.10' })
  openingCents: number;

  @Usd({ example: '$3,034.10' })
  closingCents: number;

  @ApiProperty({ type: StatementTotalsDto })
  totals: StatementTotalsDto;

  @ApiProperty({ type: [StatementLineDto], description: 'In posting order' })
  lines: StatementLineDto[];
}

export function totalsOf(postings: readonly Posting[]): StatementTotalsDto {
  const moneyInCents = sum(postings.map(({ amountCents }) => Math.max(0, amountCents)));
  const moneyOutCents = sum(postings.map(({ amountCents }) => Math.min(0, amountCents)));
  const feesCents = sum(postings.map(({ feeCents }) => Math.max(0, feeCents)));
  const refundedFeesCents = sum(postings.map(({ feeCents }) => Math.max(0, -feeCents)));
  const netCents = moneyInCents + moneyOutCents;
  return { moneyInCents, moneyOutCents, netCents, feesCents, refundedFeesCents, lineCount: postings.length };
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, amount) => total + amount, 0);
}
