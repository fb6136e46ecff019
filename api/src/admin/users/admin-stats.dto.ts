import { ApiProperty } from '@nestjs/swagger';
import { Usd } from '../../http/money-fields.js';

/** The dashboard figures as of 30 days ago. */
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

/** The four figures of the admin dashboard, now and 30 days ago (ADM-1, ADM-2). */
export class AdminStatsDto extends EarlierStatsDto {
  @Usd({ example: '$1,234.50' })
  declare totalBalanceCents: number;

  @ApiProperty({ type: EarlierStatsDto })
  thirtyDaysAgo: EarlierStatsDto;
}
