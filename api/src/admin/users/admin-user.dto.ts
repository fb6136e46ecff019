import { ApiProperty } from '@nestjs/swagger';
import { MAX_BALANCE_REASON_LENGTH } from '@moniker/common/text-lengths.js';
import { moneyFields, Usd } from '../../http/money-fields.js';
import { Amount, Dollars, LongText, OneOf, Revision } from '../../http/fields.js';
import { pageDto, PageQuery } from '../../http/page.js';
import { WholeNumber } from '../../http/query-fields.js';
import { UserDto } from '../../identity/users/user.dto.js';

/** A user as admins see them (ADM-24). */
export class AdminUserDto extends UserDto {
  @Usd({ example: '$1,184.50' })
  availableBalance: string;
  availableBalanceCents: number;

  @Usd({ example: '$50.00' })
  pendingBalance: string;
  pendingBalanceCents: number;

  @ApiProperty({ type: String, nullable: true })
  accountNumber: string | null;

  @ApiProperty({ type: String, nullable: true })
  kycStatus: string | null;

  @ApiProperty({
    description:
      'Incremented by each change of the account. Send it as `expectedRevision` with a balance or a deletion',
  })
  revision: number;
}

export class SetBalanceBody {
  @Dollars(0)
  accountBalance: Amount;

  @LongText(MAX_BALANCE_REASON_LENGTH, { optional: true })
  reason?: string;

  @Revision({ optional: true, description: 'The revision that the new balance is based on' })
  expectedRevision?: number;
}

export class DeleteUserQuery {
  @WholeNumber(1, 999_999_999, 'The revision that the deletion is based on')
  expectedRevision?: number;
}

export class AdminUserPageDto extends pageDto(AdminUserDto) {}

export const USER_SORTS = ['newest', 'oldest', 'name', 'email'] as const;
export const KYC_FILTERS = ['pending', 'approved', 'rejected', 'none'] as const;
const YES_OR_NO = ['true', 'false'] as const;

/** Filters and order of the user list (ADM-6, ADM-7). */
export class AdminUsersQuery extends PageQuery {
  @OneOf(KYC_FILTERS, {
    optional: true,
    description: 'The status of the newest application, or `none` for users without one',
  })
  kycStatus?: (typeof KYC_FILTERS)[number];

  @OneOf(YES_OR_NO, { optional: true })
  emailVerified?: (typeof YES_OR_NO)[number];

  @OneOf(YES_OR_NO, { optional: true })
  admin?: (typeof YES_OR_NO)[number];

  @OneOf(YES_OR_NO, { optional: true, description: 'Whether an account number is assigned' })
  hasAccount?: (typeof YES_OR_NO)[number];

  @OneOf(USER_SORTS, { optional: true })
  sort?: (typeof USER_SORTS)[number];
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
  readonly revision: number;
}

export function mapAdminUser(row: AdminUserRow): AdminUserDto {
  const { postedCents, heldCents, createdAt, ...user } = row;
  return {
    ...user,
    createdAt: createdAt.toISOString(),
    ...moneyFields({
      accountBalance: postedCents,
      availableBalance: postedCents - heldCents,
      pendingBalance: heldCents,
    }),
  };
}
