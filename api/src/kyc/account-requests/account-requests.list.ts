import { ApiProperty } from '@nestjs/swagger';
import {
  ACCOUNT_REQUEST_STATUSES,
  ACCOUNT_TYPES,
  type AccountRequestStatus,
  type AccountType,
} from '@moniker/common/applications.js';
import { OneOf } from '../../http/fields.js';
import { byTime, type ExportedList, TIME_SORTS, type TimeSort } from '../../http/list.js';
import { pageDto, PageQuery } from '../../http/page.js';
import { isReplacedSql } from '../../platform/database/is-replaced.js';
import {
  MATCHING_USER_IDS_SQL,
  USER_SUMMARY_SQL,
  userPatterns,
  UserSummaryDto,
} from '../../identity/users/user-summary.dto.js';
import { ACCOUNT_REQUEST_COLUMNS, AccountRequestDto } from './account-request.dto.js';

/** An account request as admins see it (ADM-24). */
export class AdminAccountRequestDto extends AccountRequestDto {
  @ApiProperty({ type: UserSummaryDto })
  user: UserSummaryDto;

  @ApiProperty({ type: String, nullable: true })
  adminNotes: string | null;

  @ApiProperty({ description: 'Incremented by each change. Send it as `expectedRevision` with a decision' })
  revision: number;

  @ApiProperty({ type: String, nullable: true, description: 'Name of the admin who last changed the status' })
  decidedBy: string | null;

  @ApiProperty({ type: Date, nullable: true })
  decidedAt: Date | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Status of the customer's newest identity check",
  })
  kycStatus: string | null;

  @ApiProperty({
    description: 'Whether the customer has submitted a newer request, so this one can no longer be decided',
  })
  isReplaced: boolean;
}

export class AccountRequestPageDto extends pageDto(AdminAccountRequestDto) {}

/** Filters and order of the account-request list. */
export class AccountRequestsQuery extends PageQuery {
  @OneOf(ACCOUNT_REQUEST_STATUSES, { optional: true })
  status?: AccountRequestStatus;

  @OneOf(ACCOUNT_TYPES, { optional: true })
  accountType?: AccountType;

  @OneOf(TIME_SORTS, { optional: true })
  sort?: TimeSort;
}

/** Account requests in the admin panel (ADM-12), except those of deleted users. */
export const ACCOUNT_REQUESTS: ExportedList<AdminAccountRequestDto, AccountRequestsQuery> = {
  columns: {
    ...ACCOUNT_REQUEST_COLUMNS,
    user: USER_SUMMARY_SQL,
    adminNotes: 'r.admin_notes',
    revision: 'r.revision',
    decidedBy: `d.first_name || ' ' || d.last_name`,
    decidedAt: 'r.decided_at',
    kycStatus: 'k.status',
    isReplaced: isReplacedSql('account_request', 'r'),
  },
  tables: `account_request r join app_user u on u.id = r.user_id left join app_user d on d.id = r.decided_by
    left join lateral (select status from kyc_application where user_id = r.user_id
      order by created_at desc, id desc limit 1) k on true`,
  countedTables: 'account_request r',
  id: { by: 'r.id', type: 'uuid' },
  condition: 'r.user_id not in (select id from app_user where deleted_at is not null)',
  sorts: byTime('r.created_at'),
  filters: {
    status: 'r.status = ?',
    accountType: 'r.account_type = ?',
    search: (where, text) => where.and(`r.user_id = any(${MATCHING_USER_IDS_SQL})`, ...userPatterns(text)),
  },
  csv: {
    fileName: 'account-requests.csv',
    columns: {
      'Submitted (UTC)': (row) => row.createdAt,
      'First name': ({ user }) => user.firstName,
      'Last name': ({ user }) => user.lastName,
      Email: ({ user }) => user.email,
      'Account type': (row) => row.accountType,
      Status: (row) => row.status,
      Replaced: (row) => (row.isReplaced ? 'yes' : ''),
      // A request that is no longer approved keeps its number, but the number doesn't work.
      'Account number': (row) => (row.status === 'approved' ? row.accountNumber : null),
      'Routing number': (row) => row.routingNumber,
      'First approved (UTC)': (row) => row.approvedAt,
      'Decided by': (row) => row.decidedBy,
      'Decided (UTC)': (row) => row.decidedAt,
      'Status message': (row) => row.statusMessage,
    },
  },
};
