import { ApiProperty } from '@nestjs/swagger';
import { Usd } from '../../http/money-fields.js';
import { AccountRequestDto } from '../../kyc/account-requests/account-request.dto.js';
import { KycSummaryDto } from '../../kyc/identity-checks/kyc.dto.js';

/** A customer's balances (ACC-1) with their account request and identity check (ACC-7). */
export class AccountSummaryDto {
  @Usd({ example: '$1,234.50' })
  totalBalanceCents: number;

  @Usd({ example: '$1,184.50', description: 'The amount that can be sent: the total minus the held amount' })
  availableBalanceCents: number;

  @Usd({ example: '$50.00', description: 'The amount held for undecided transfers' })
  pendingBalanceCents: number;

  @Usd({ example: '$1,740.25', description: 'How much more the daily limit allows today' })
  leftToSendTodayCents: number;

  @ApiProperty({ format: 'date', description: 'The current bank day' })
  bankDay: string;

  @ApiProperty({ example: 'America/New_York', description: 'The time zone of bank days' })
  timeZone: string;

  @ApiProperty({ type: AccountRequestDto, nullable: true })
  accountRequest: AccountRequestDto | null;

  @ApiProperty({ type: KycSummaryDto, nullable: true })
  kyc: KycSummaryDto | null;
}
