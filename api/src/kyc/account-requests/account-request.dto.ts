import { ApiProperty } from '@nestjs/swagger';
import {
  ACCOUNT_REQUEST_STATUSES,
  ACCOUNT_TYPES,
  type AccountRequestStatus,
  type AccountType,
} from '@moniker/common/applications.js';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { CompactNumber, LongText, Timestamp, OneOf, Revision } from '../../http/fields.js';
import type { ColumnsOf } from '../../platform/database/select.js';

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

  @ApiProperty({ type: Date, nullable: true })
  approvedAt: Date | null;

  @ApiProperty()
  createdAt: Date;
}

/** The columns of an account request `r` that its customer sees. */
export const ACCOUNT_REQUEST_COLUMNS: ColumnsOf<AccountRequestDto> = {
  id: 'r.id',
  accountType: 'r.account_type',
  status: 'r.status',
  statusMessage: 'r.status_message',
  accountNumber: 'r.account_number',
  routingNumber: 'r.routing_number',
  approvedAt: 'r.approved_at',
  createdAt: 'r.created_at',
};

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
