import { ApiProperty } from '@nestjs/swagger';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@moniker/common/transactions.js';
import { MAX_CUSTOMER_REASON_LENGTH } from '@moniker/common/customer-reasons.js';
import { MAX_ADMIN_NOTES_LENGTH } from '@moniker/common/text-lengths.js';
import { LongText, Revision, ShortText } from '../../http/fields.js';
import { RequestedAmount } from '../../http/money-fields.js';
import type { ColumnsOf } from '../../platform/database/select.js';
import { USER_SUMMARY_SQL, UserSummaryDto } from '../../identity/users/user-summary.dto.js';

/** What admins see of every payment. A new field here appears in all their lists; add its SQL to `REVIEW_COLUMNS`. */
export class ReviewFieldsDto {
  @ApiProperty({ type: UserSummaryDto, nullable: true })
  user: UserSummaryDto | null;

  @ApiProperty({ type: String, nullable: true })
  adminNotes: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it was declined, as its customer reads it (TRF-86)',
  })
  customerReason: string | null;

  @ApiProperty({ description: 'Incremented by each change. A decision can send it as `expectedRevision`' })
  revision: number;

  @ApiProperty({ description: 'Whether its customer canceled it, which is final (TRF-27)' })
  canceledByCustomer: boolean;

  @ApiProperty({
    ...{ type: String, format: 'uuid', nullable: true },
    description:
      'Another customer’s transfer that this payment belongs to; the payment changes only with it (TRF-66)',
  })
  transferId: string | null;
}

/** `t` is `ledger_transaction`, `x` its texts, and `u` its customer unless deleted. */
export const REVIEW_COLUMNS: ColumnsOf<ReviewFieldsDto> = {
  user: `case when u.id is null then null else ${USER_SUMMARY_SQL} end`,
  adminNotes: 'x.admin_notes',
  customerReason: 'x.customer_reason',
  revision: 't.revision',
  canceledByCustomer: 't.customer_canceled_at is not null',
  transferId: `case when t.kind <> 'transfer' then t.pair_id end`,
};

/** What an admin's review of any payment may contain besides the new status. */
export class ReviewBody {
  @LongText(MAX_ADMIN_NOTES_LENGTH, { optional: true })
  adminNotes?: string;

  @Revision({ optional: true })
  expectedRevision?: number;
}

/** The reason that a decision gives the customer (TRF-86). */
export const CustomerReason = (): PropertyDecorator =>
  ShortText(MAX_CUSTOMER_REASON_LENGTH, {
    optional: true,
    description: 'Why the transfer was declined, for its customer to read. Only with `failed` or `rejected`',
  });

/** A review of a payment that may be a transfer. */
export class TransferReviewBody extends ReviewBody {
  @CustomerReason()
  customerReason?: string;
}

/** What transfers and incoming payments have in common. */
export class RequestedPaymentDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @RequestedAmount()
  amountCents: number;

  @ApiProperty({ enum: TRANSACTION_STATUSES })
  status: TransactionStatus;

  @ApiProperty({ example: 'Nov 20, 2026, 4:05 PM EST' })
  formattedDate: string;
}
