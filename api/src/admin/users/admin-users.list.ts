import { ApiProperty } from '@nestjs/swagger';
import { Usd } from '../../http/money-fields.js';
import { OneOf } from '../../http/fields.js';
import { byTime, type ExportedList, TIME_SORTS } from '../../http/list.js';
import { pageDto, PageQuery } from '../../http/page.js';
import { USER_SEARCH_SQL, userPatterns } from '../../identity/users/user-summary.dto.js';
import { UserDto } from '../../identity/users/user.dto.js';

/** A user as admins see them (ADM-24). */
export class AdminUserDto extends UserDto {
  @Usd({ example: '$1,184.50' })
  availableBalanceCents: number;

  @Usd({ example: '$50.00' })
  pendingBalanceCents: number;

  @ApiProperty({ type: String, nullable: true })
  accountNumber: string | null;

  @ApiProperty({ type: String, nullable: true })
  kycStatus: string | null;

  @ApiProperty({ description: 'Whether the user has an admin role, but their access is disabled' })
  isDisabledAdmin: boolean;

  @ApiProperty({
    description:
      'Incremented by each change to the account. Send it as `expectedRevision` when you set the balance or delete the user',
  })
  revision: number;
}

export class AdminUserPageDto extends pageDto(AdminUserDto) {}

const USER_SORTS = [...TIME_SORTS, 'name', 'email'] as const;
const KYC_FILTERS = ['pending', 'approved', 'rejected', 'none'] as const;
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

const HAS_ACCOUNT = `exists (select from account_request where user_id = u.id and status = 'approved')`;

/** Whether the user's newest application has the given status. The filter `none` uses `HAS_NO_KYC`. */
const HAS_KYC_STATUS = `u.id in (select k.user_id from kyc_application k where k.status = ? and not exists (
  select from kyc_application newer where newer.user_id = k.user_id and newer.created_at > k.created_at))`;
const HAS_NO_KYC = 'not exists (select from kyc_application k where k.user_id = u.id)';

function roleInCsv({ isAdmin, isDisabledAdmin }: AdminUserDto): string {
  if (isDisabledAdmin) return 'admin (access disabled)';
  return isAdmin ? 'admin' : 'customer';
}

/** Users in the admin panel (ADM-6, ADM-7), without deleted users. */
export const ADMIN_USERS: ExportedList<AdminUserDto, AdminUsersQuery> = {
  columns: {
    id: 'u.id',
    email: 'u.email',
    firstName: 'u.first_name',
    lastName: 'u.last_name',
    moniker: 'u.moniker',
    isAdmin: 'u.is_admin',
    isEmailVerified: 'u.is_email_verified',
    phoneNumber: 'u.phone_number',
    status: `case when u.frozen_at is null then u.status else 'frozen' end`,
    accountBalanceCents: 'coalesce(a.posted_cents, 0)',
    createdAt: 'u.created_at',
    availableBalanceCents: 'coalesce(a.posted_cents - a.held_cents, 0)',
    pendingBalanceCents: 'coalesce(a.held_cents, 0)',
    accountNumber: 'r.account_number',
    kycStatus: 'k.status',
    isDisabledAdmin: 'not u.is_admin and u.admin_role is not null',
    revision: 'coalesce(a.version, 0)',
  },
  tables: `app_user u
    left join ledger_account a on a.account_id = u.id
    left join lateral (select case when status = 'approved' then account_number end as account_number
      from account_request where user_id = u.id order by created_at desc limit 1) r on true
    left join lateral (select status from kyc_application where user_id = u.id
      order by created_at desc limit 1) k on true`,
  countedTables: 'app_user u',
  id: { by: 'u.id', type: 'uuid' },
  condition: 'u.deleted_at is null',
  sorts: {
    ...byTime('u.created_at'),
    name: { by: `lower(u.first_name || ' ' || u.last_name)`, type: 'text' },
    email: { by: 'u.email', type: 'text' },
  },
  filters: {
    emailVerified: 'u.is_email_verified = ?',
    admin: 'u.is_admin = ?',
    hasAccount: `${HAS_ACCOUNT} = ?`,
    kycStatus: (where, status) =>
      status === 'none' ? where.and(HAS_NO_KYC) : where.and(HAS_KYC_STATUS, status),
    search: (where, text) => where.and(USER_SEARCH_SQL, ...userPatterns(text)),
  },
  csv: {
    fileName: 'users.csv',
    columns: {
      'First name': (row) => row.firstName,
      'Last name': (row) => row.lastName,
      Email: (row) => row.email,
      Moniker: (row) => row.moniker,
      'Phone number': (row) => row.phoneNumber,
      'Email verified': (row) => (row.isEmailVerified ? 'yes' : 'no'),
      Role: roleInCsv,
      'KYC status': (row) => row.kycStatus,
      'Account number': (row) => row.accountNumber,
      'Total balance': (row) => ({ cents: row.accountBalanceCents }),
      'On hold': (row) => ({ cents: row.pendingBalanceCents }),
      'Member since (UTC)': (row) => row.createdAt,
    },
  },
};
