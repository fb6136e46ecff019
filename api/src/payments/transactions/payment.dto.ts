import { ApiProperty } from '@nestjs/swagger';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@moniker/common/transactions.js';
import { requestedAmountFields } from '../../http/money-fields.js';
import type { ColumnsOf } from '../../platform/database/select.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import { USER_SUMMARY_SQL, UserSummaryDto } from '../../identity/users/user-summary.dto.js';

/** What admins see of every payment. A new field here is in all their lists; add its SQL to `REVIEW_COLUMNS`. */
export class ReviewFieldsDto {
  @ApiProperty({ type: UserSummaryDto, nullable: true })
  user: UserSummaryDto | null;

  @ApiProperty({ type: String, nullable: true })
  adminNotes: string | null;

  @ApiProperty({ description: 'Incremented by each change. A decision can send it as `expectedRevision`' })
  revision: number;

  @ApiProperty({ description: 'Whether its customer canceled it, which is final (TRF-27)' })
  canceledByCustomer: boolean;
}

/** `t` is `ledger_transaction`, `x` its texts, and `u` its customer unless they are deleted. */
export const REVIEW_COLUMNS: ColumnsOf<ReviewFieldsDto> = {
  user: `case when u.id is null then null else ${USER_SUMMARY_SQL} end`,
  adminNotes: 'x.admin_notes',
  revision: 't.revision',
  canceledByCustomer: 't.customer_canceled_at is not null',
};

/** Returns these fields of a row. */
export function reviewFields(row: ReviewFieldsDto): ReviewFieldsDto {
  const names = Object.keys(REVIEW_COLUMNS) as (keyof ReviewFieldsDto)[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as ReviewFieldsDto;
}

/** What transfers and incoming payments have in common. */
export class RequestedPaymentDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'In dollars, as submitted', example: 1234.5 })
  amount: number;

  @ApiProperty()
  amountCents: number;

  @ApiProperty({ example: '$1,234.50' })
  formattedAmount: string;

  @ApiProperty({ enum: TRANSACTION_STATUSES })
  status: TransactionStatus;

  @ApiProperty({ example: 'Nov 20, 2026, 4:05 PM EST' })
  formattedDate: string;
}

interface RequestedPayment {
  readonly id: string;
  readonly amountCents: number;
  readonly status: TransactionStatus;
}

export function mapRequestedPayment(
  { id, amountCents, status }: RequestedPayment,
  date: Date,
  timeZone: string,
): RequestedPaymentDto {
  const formattedDate = formatTimestamp(date, timeZone);
  return { id, ...requestedAmountFields(amountCents), status, formattedDate };
}
