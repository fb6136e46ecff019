import { ApiProperty } from '@nestjs/swagger';
import type { AdminRole } from '@moniker/common/admin-roles.js';
import { Usd } from '../../http/money-fields.js';
import { PERMISSION_NAMES, type Permission } from '../../http/permissions.js';
import { UserSummaryDto } from './user-summary.dto.js';
import type { UserEntity } from './user.entity.js';

/** A user, as shown to themselves and to admins. */
export class UserDto extends UserSummaryDto {
  @ApiProperty()
  isAdmin: boolean;

  @ApiProperty()
  isEmailVerified: boolean;

  @ApiProperty({ type: String, nullable: true })
  phoneNumber: string | null;

  @ApiProperty({ enum: ['active', 'frozen', 'deleted'] })
  status: string;

  @Usd({ example: '$1,234.50', cents: { type: 'integer', example: 123450 } })
  accountBalanceCents: number;

  @ApiProperty()
  createdAt: Date;
}

/** The signed-in user. Screens show times in the bank's time zone, which may differ from the browser's (UI-29). */
export class CurrentUserDto extends UserDto {
  @ApiProperty({ example: 'America/New_York', description: 'The bank’s time zone' })
  bankTimeZone: string;

  @ApiProperty({ description: 'Whether other customers can find the user by their moniker (SET-13)' })
  isFindable: boolean;

  @ApiProperty({ description: 'Whether the bank offers transfers to a moniker (TRF-105)' })
  canPayMonikers: boolean;

  @ApiProperty({
    enum: PERMISSION_NAMES,
    isArray: true,
    required: false,
    description: 'What an admin may do; missing for customers (SEC-40)',
  })
  permissions?: Permission[];
}

/** The current role. A disabled admin has none. */
export function roleOf({ isAdmin, adminRole }: UserEntity): AdminRole | null {
  return isAdmin ? adminRole : null;
}

/** Converts a user; `balanceCents` is their account's posted balance. */
export function mapUser(user: UserEntity, balanceCents: number): UserDto {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    moniker: user.moniker,
    isAdmin: roleOf(user) !== null,
    isEmailVerified: user.isEmailVerified,
    phoneNumber: user.phoneNumber,
    status: user.frozenAt === null ? user.status : 'frozen',
    accountBalanceCents: balanceCents,
    createdAt: user.createdAt,
  };
}
