import { ApiProperty } from '@nestjs/swagger';

/** What the four cards showed 30 days ago. */
export class EarlierStatsDto {
  @ApiProperty()
  totalUsers: number;

  @ApiProperty()
  activeAccounts: number;

  @ApiProperty()
  totalBalanceCents: number;

  @ApiProperty()
  transactions: number;
}

/** Figures of the four cards (spec.md §2), now and 30 days ago. */
export class AdminStatsDto extends EarlierStatsDto {
  @ApiProperty({ example: '$1,234.50' })
  totalBalance: string;

  @ApiProperty({ type: EarlierStatsDto })
  thirtyDaysAgo: EarlierStatsDto;
}
