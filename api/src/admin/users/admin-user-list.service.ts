import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { centsToPlain } from '@moniker/common/money.js';
import { type KeysetList, readPage, renderAll, type Sort } from '../../http/keyset.js';
import { Where } from '../../platform/database/where.js';
import { AppError } from '../../http/app-error.js';
import { type CsvColumn, csvHeader, csvLines, csvText } from '../../http/csv.js';
import { USER_SEARCH_SQL, userPatterns } from '../../identity/users/user-summary.dto.js';
import {
  type AdminUserDto,
  type AdminUserPageDto,
  type AdminUserRow,
  type AdminUsersQuery,
  mapAdminUser,
  type USER_SORTS,
} from './admin-user.dto.js';

const LIST: KeysetList = {
  columns: `u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.moniker,
    u.is_admin as "isAdmin", u.is_email_verified as "isEmailVerified", u.phone_number as "phoneNumber",
    case when u.frozen_at is null then u.status else 'frozen' end as status,
    u.created_at as "createdAt", coalesce(a.posted_cents, 0) as "postedCents",
    coalesce(a.held_cents, 0) as "heldCents", coalesce(a.version, 0) as revision, r.account_number as "accountNumber", k.status as "kycStatus"`,
  tables: `app_user u
    left join ledger_account a on a.account_id = u.id
    left join lateral (select case when status = 'approved' then account_number end as account_number
      from account_request where user_id = u.id order by created_at desc limit 1) r on true
    left join lateral (select status from kyc_application where user_id = u.id
      order by created_at desc limit 1) k on true`,
  countedTables: 'app_user u',
  id: { by: 'u.id', type: 'uuid' },
};

const HAS_ACCOUNT = `exists (select from account_request where user_id = u.id and status = 'approved')`;

/** The user's newest application has this status. The filter `none` uses `HAS_NO_KYC`. */
const HAS_KYC_STATUS = `u.id in (select k.user_id from kyc_application k where k.status = ? and not exists (
  select from kyc_application newer where newer.user_id = k.user_id and newer.created_at > k.created_at))`;
const HAS_NO_KYC = 'not exists (select from kyc_application k where k.user_id = u.id)';

const SORTS: Readonly<Record<(typeof USER_SORTS)[number], Sort>> = {
  newest: { by: 'u.created_at', type: 'timestamptz', isDescending: true },
  oldest: { by: 'u.created_at', type: 'timestamptz' },
  name: { by: `lower(u.first_name || ' ' || u.last_name)`, type: 'text' },
  email: { by: 'u.email', type: 'text' },
};

const CSV: readonly CsvColumn<AdminUserRow>[] = [
  { name: 'First name', cell: (row) => csvText(row.firstName) },
  { name: 'Last name', cell: (row) => csvText(row.lastName) },
  { name: 'E-mail', cell: (row) => csvText(row.email) },
  { name: 'Moniker', cell: (row) => csvText(row.moniker) },
  { name: 'Phone number', cell: (row) => csvText(row.phoneNumber) },
  { name: 'E-mail verified', cell: (row) => (row.isEmailVerified ? 'yes' : 'no') },
  { name: 'Role', cell: (row) => (row.isAdmin ? 'admin' : 'customer') },
  { name: 'KYC status', cell: (row) => row.kycStatus ?? '' },
  { name: 'Account number', cell: (row) => row.accountNumber ?? '' },
  { name: 'Total balance', cell: (row) => centsToPlain(row.postedCents) },
  { name: 'On hold', cell: (row) => centsToPlain(row.heldCents) },
  { name: 'Member since', cell: (row) => row.createdAt.toISOString() },
];

/** Users in the admin panel, as pages and as CSV (ADM-6, ADM-7). Deleted users are left out. */
@Injectable()
export class AdminUserList {
  constructor(private readonly dataSource: DataSource) {}

  async page(query: AdminUsersQuery): Promise<AdminUserPageDto> {
    const { cursor, limit } = query;
    const pageRequest = { sort: SORTS[query.sort ?? 'newest'], cursor, limit };
    const page = await readPage<AdminUserRow>(this.dataSource, LIST, whereOf(query), pageRequest);
    return { ...page, items: page.items.map(mapAdminUser) };
  }

  /** Streams every matching user as CSV. */
  async *csv(query: AdminUsersQuery): AsyncGenerator<string> {
    yield csvHeader(CSV);
    const sort = SORTS[query.sort ?? 'newest'];
    yield* renderAll<AdminUserRow>(this.dataSource, LIST, whereOf(query), sort, (rows) =>
      csvLines(CSV, rows),
    );
  }

  /** @throws NOT_FOUND the user does not exist or is deleted */
  async get(userId: string): Promise<AdminUserDto> {
    const where = notDeleted().and('u.id = ?', userId);
    const page = await readPage<AdminUserRow>(this.dataSource, LIST, where, { sort: SORTS.newest, limit: 1 });
    const [row] = page.items;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return mapAdminUser(row);
  }
}

function notDeleted(): Where {
  return new Where().and('u.deleted_at is null');
}

function whereOf({ search, kycStatus, emailVerified, admin, hasAccount }: AdminUsersQuery): Where {
  const where = notDeleted()
    .andIf('u.is_email_verified = ?', isTrue(emailVerified))
    .andIf('u.is_admin = ?', isTrue(admin))
    .andIf(`${HAS_ACCOUNT} = ?`, isTrue(hasAccount));
  if (kycStatus === 'none') where.and(HAS_NO_KYC);
  else where.andIf(HAS_KYC_STATUS, kycStatus);
  if (!search) return where;
  return where.and(USER_SEARCH_SQL, ...userPatterns(search));
}

function isTrue(choice: 'true' | 'false' | undefined): boolean | undefined {
  return choice === undefined ? undefined : choice === 'true';
}
