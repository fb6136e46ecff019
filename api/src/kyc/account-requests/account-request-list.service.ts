import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type KeysetList, readPage, renderAll, type Sort } from '../../http/keyset.js';
import { Where } from '../../platform/database/where.js';
import { type CsvColumn, csvHeader, csvLines, csvText } from '../../http/csv.js';
import { AppError } from '../../http/app-error.js';
import { isReplacedSql } from '../../platform/database/is-replaced.js';
import {
  USER_SUMMARY_SQL,
  MATCHING_USER_IDS_SQL,
  type UserSummaryDto,
  userPatterns,
} from '../../identity/users/user-summary.dto.js';
import {
  type ACCOUNT_REQUEST_SORTS,
  type AccountRequestPageDto,
  type AccountRequestsQuery,
  type AdminAccountRequestDto,
  mapAccountRequest,
} from './account-request.dto.js';
import type { AccountRequestEntity } from './account-request.entity.js';

type Row = Omit<AccountRequestEntity, 'decidedBy'> & {
  readonly user: UserSummaryDto;
  readonly decidedBy: string | null;
  readonly kycStatus: string | null;
  readonly isReplaced: boolean;
};

const LIST: KeysetList = {
  columns: `r.id, r.user_id as "userId", r.account_type as "accountType", r.status,
    r.status_message as "statusMessage", r.admin_notes as "adminNotes", r.account_number as "accountNumber",
    r.routing_number as "routingNumber", r.approved_at as "approvedAt", r.created_at as "createdAt", r.revision,
    r.decided_at as "decidedAt", d.first_name || ' ' || d.last_name as "decidedBy", k.status as "kycStatus",
    ${isReplacedSql('account_request', 'r')} as "isReplaced", ${USER_SUMMARY_SQL} as "user"`,
  tables: `account_request r join app_user u on u.id = r.user_id left join app_user d on d.id = r.decided_by
    left join lateral (select status from kyc_application where user_id = r.user_id
      order by created_at desc, id desc limit 1) k on true`,
  countedTables: 'account_request r',
  id: { by: 'r.id', type: 'uuid' },
};

const SORTS: Readonly<Record<(typeof ACCOUNT_REQUEST_SORTS)[number], Sort>> = {
  newest: { by: 'r.created_at', type: 'timestamptz', isDescending: true },
  oldest: { by: 'r.created_at', type: 'timestamptz' },
};

const CSV: readonly CsvColumn<AdminAccountRequestDto>[] = [
  { name: 'Submitted', cell: (row) => row.createdAt },
  { name: 'First name', cell: ({ user }) => csvText(user.firstName) },
  { name: 'Last name', cell: ({ user }) => csvText(user.lastName) },
  { name: 'E-mail', cell: ({ user }) => csvText(user.email) },
  { name: 'Account type', cell: (row) => row.accountType },
  { name: 'Status', cell: (row) => row.status },
  { name: 'Replaced', cell: (row) => (row.isReplaced ? 'yes' : '') },
  { name: 'Account number', cell: (row) => row.accountNumber ?? '' },
  { name: 'Routing number', cell: (row) => row.routingNumber ?? '' },
  { name: 'Approved', cell: (row) => row.approvedAt ?? '' },
  { name: 'Decided by', cell: (row) => csvText(row.decidedBy) },
  { name: 'Decided', cell: (row) => row.decidedAt ?? '' },
  { name: 'Status message', cell: (row) => csvText(row.statusMessage) },
];

/** Account requests in the admin panel, as pages and as CSV (ADM-12). Requests of deleted users are left out. */
@Injectable()
export class AccountRequestList {
  constructor(private readonly dataSource: DataSource) {}

  async page(query: AccountRequestsQuery): Promise<AccountRequestPageDto> {
    const { cursor, limit } = query;
    const pageRequest = { sort: SORTS[query.sort ?? 'newest'], cursor, limit };
    const page = await readPage<Row>(this.dataSource, LIST, whereOf(query), pageRequest);
    return { ...page, items: page.items.map(mapRow) };
  }

  /** Streams every matching request as CSV. */
  async *csv(query: AccountRequestsQuery): AsyncGenerator<string> {
    yield csvHeader(CSV);
    const sort = SORTS[query.sort ?? 'newest'];
    yield* renderAll<Row>(this.dataSource, LIST, whereOf(query), sort, (rows) =>
      csvLines(CSV, rows.map(mapRow)),
    );
  }

  /** @throws NOT_FOUND the request does not exist or its customer is deleted */
  async get(id: string): Promise<AdminAccountRequestDto> {
    const where = notDeleted().and('r.id = ?', id);
    const page = await readPage<Row>(this.dataSource, LIST, where, { sort: SORTS.newest, limit: 1 });
    const [row] = page.items;
    if (row === undefined) throw new AppError('NOT_FOUND');
    return mapRow(row);
  }
}

function notDeleted(): Where {
  return new Where().and('r.user_id not in (select id from app_user where deleted_at is not null)');
}

function whereOf({ search, status, accountType }: AccountRequestsQuery): Where {
  const where = notDeleted().andIf('r.status = ?', status).andIf('r.account_type = ?', accountType);
  if (!search) return where;
  return where.and(`r.user_id = any(${MATCHING_USER_IDS_SQL})`, ...userPatterns(search));
}

function mapRow(row: Row): AdminAccountRequestDto {
  const { user, adminNotes, revision, decidedBy, decidedAt, kycStatus, isReplaced } = row;
  return {
    ...mapAccountRequest(row),
    ...{ user, adminNotes, revision, decidedBy, decidedAt: decidedAt?.toISOString() ?? null },
    ...{ kycStatus, isReplaced },
  };
}
