import { ApiProperty } from '@nestjs/swagger';
import {
  ACCOUNT_REQUEST_STATUSES,
  ACCOUNT_TYPES,
  type AccountRequestStatus,
  type AccountType,
} from '@moniker/common/applications.js';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { CompactNumber, LongText, Timestamp, OneOf, Revision } from '../../http/fields.js';
import { pageDto, PageQuery } from '../../http/page.js';
import { UserSummaryDto } from '../../identity/users/user-summary.dto.js';
import type { LatestAccountRequest } from './account-request.entity.js';

/** An account request as its customer sees it. */
export class AccountRequestDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: ACCOUNT_TYPES })
  accountType: AccountType;

  @ApiProperty({ enum: ACCOUNT_REQUEST_STATUSES })
  status: AccountRequestStatus;

  @ApiProperty({ type: String, nullable: true })
  statusMessage: string | null;

  @ApiProperty({ type: String, nullable: true })
  accountNumber: string | null;

  @ApiProperty({ type: String, nullable: true })
  routingNumber: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  approvedAt: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

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

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  decidedAt: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "Status of the customer's newest identity check",
  })
  kycStatus: string | null;

  @ApiProperty({
    description: 'Whether its customer has submitted a newer one, so that it cannot be decided',
  })
  isReplaced: boolean;
}

export class AccountRequestPageDto extends pageDto(AdminAccountRequestDto) {}

export const ACCOUNT_REQUEST_SORTS = ['newest', 'oldest'] as const;

/** Filters and order of the account-request list. */
export class AccountRequestsQuery extends PageQuery {
  @OneOf(ACCOUNT_REQUEST_STATUSES, { optional: true })
  status?: AccountRequestStatus;

  @OneOf(ACCOUNT_TYPES, { optional: true })
  accountType?: AccountType;

  @OneOf(ACCOUNT_REQUEST_SORTS, { optional: true })
  sort?: (typeof ACCOUNT_REQUEST_SORTS)[number];
}

export class UpdateAccountRequestBody {
  @OneOf(ACCOUNT_REQUEST_STATUSES)
  status: AccountRequestStatus;

  @LongText(1000, { optional: true })
  statusMessage?: string;

  @LongText(MAX_ADMIN_NOTES_LENGTH, { optional: true })
  adminNotes?: string;

  @CompactNumber(/^([1-9]\d{8})?$/, 'Account number must be 9 digits from 100000000 to 999999999', {
    optional: true,
  })
  accountNumber?: string;

  @CompactNumber(/^(\d{9})?$/, 'Routing number must be 9 digits', { optional: true })
  routingNumber?: string;

  @Timestamp({ optional: true })
  approvedAt?: string;

  @Revision({ optional: true, description: 'The revision that the decision is based on' })
  expectedRevision?: number;
}

export function mapAccountRequest(request: LatestAccountRequest): AccountRequestDto {
  return {
    id: request.id,
    accountType: request.accountType,
    status: request.status,
    statusMessage: request.statusMessage,
    accountNumber: request.accountNumber,
    routingNumber: request.routingNumber,
    approvedAt: request.approvedAt?.toISOString() ?? null,
    createdAt: request.createdAt.toISOString(),
  };
}
