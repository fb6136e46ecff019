import { ApiProperty } from '@nestjs/swagger';
import { formatUsd } from '../ledger/domain/money.js';
import { Dollars, LongText } from '../platform/http/fields.js';
import { UserDto } from '../users/user.dto.js';

/** A user as admins see them (spec.md §3). */
export class AdminUserDto extends UserDto {
  @ApiProperty({ example: '$1,184.50' })
  availableBalance: string;

  @ApiProperty()
  availableBalanceCents: number;

  @ApiProperty({ example: '$50.00' })
  pendingBalance: string;

  @ApiProperty()
  pendingBalanceCents: number;

  @ApiProperty({ type: String, nullable: true })
  accountNumber: string | null;

  @ApiProperty({ type: String, nullable: true })
  kycStatus: string | null;
}

export class SetBalanceBody {
  @Dollars(0)
  accountBalance: number;

  @LongText(500, { optional: true })
  reason?: string;
}

/** Figures of the four cards (spec.md §2). */
export class AdminStatsDto {
  @ApiProperty()
  totalUsers: number;

  @ApiProperty({ description: 'Users with an approved checking account' })
  activeAccounts: number;

  @ApiProperty({ example: '$1,234.50' })
  totalBalance: string;

  @ApiProperty()
  totalBalanceCents: number;

  @ApiProperty()
  transactions: number;
}

export interface AdminUserRow {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly moniker: string;
  readonly isAdmin: boolean;
  readonly isEmailVerified: boolean;
  readonly phoneNumber: string | null;
  readonly status: string;
  readonly createdAt: Date;
  readonly postedCents: number;
  readonly heldCents: number;
  readonly accountNumber: string | null;
  readonly kycStatus: string | null;
}

export function mapAdminUser(row: AdminUserRow): AdminUserDto {
  const { postedCents, heldCents, createdAt, ...user } = row;
  return {
    ...user,
    createdAt: createdAt.toISOString(),
    accountBalance: formatUsd(postedCents),
    accountBalanceCents: postedCents,
    availableBalance: formatUsd(postedCents - heldCents),
    availableBalanceCents: postedCents - heldCents,
    pendingBalance: formatUsd(heldCents),
    pendingBalanceCents: heldCents,
  };
}
