import { ApiProperty } from '@nestjs/swagger';
import { MAX_ACCOUNT_NUMBER_LENGTH } from '@moniker/common/account-numbers.js';
import { INCOMING_PAYMENT_DEFAULTS } from '@moniker/common/incoming-payment-defaults.js';
import { MAX_ADMIN_NOTES_LENGTH, MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import {
  PAYMENT_STATUSES,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { requestedAmountFields, Usd } from '../../http/money-fields.js';
import {
  Amount,
  CompactNumber,
  Dollars,
  Id,
  LongText,
  NameText,
  Timestamp,
  OneOf,
  Revision,
  ShortText,
} from '../../http/fields.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import type { TransactionView } from '../transactions/transaction-queries.service.js';
import { UserSummaryDto } from '../../identity/users/user-summary.dto.js';

/** The kinds of transactions on the screen of incoming payments. */
export const INCOMING_PAYMENT_KINDS = ['incoming_payment'] as const;

const REQUIRED = 'Please select a user and enter payment amount';

/** PAY-3. */
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export class CreateIncomingPaymentBody {
  @Id({ message: REQUIRED })
  userId: string;

  @Dollars(1, { missing: REQUIRED })
  amount: Amount;

  @ShortText(MAX_DESCRIPTION_LENGTH, { optional: true })
  description?: string;

  @ShortText(MAX_DESCRIPTION_LENGTH, { optional: true })
  paymentFor?: string;

  @ShortText(MAX_ACCOUNT_NUMBER_LENGTH, { optional: true })
  fromAccount?: string;

  @CompactNumber(/^\d{0,9}$/, 'Routing number must be at most 9 digits', { optional: true })
  fromRouting?: string;

  @ShortText(MAX_ACCOUNT_NUMBER_LENGTH, { optional: true })
  toAccount?: string;

  @CompactNumber(/^\d{0,9}$/, 'Routing number must be at most 9 digits', { optional: true })
  toRouting?: string;

  @NameText(120, { optional: true })
  recipientName?: string;

  @LongText(MAX_ADMIN_NOTES_LENGTH, { optional: true })
  adminNotes?: string;

  @OneOf(PAYMENT_STATUSES, { optional: true })
  status?: PaymentStatus;
}

export class UpdateIncomingPaymentBody {
  @OneOf(PAYMENT_STATUSES)
  status: PaymentStatus;

  @LongText(MAX_ADMIN_NOTES_LENGTH, { optional: true })
  adminNotes?: string;

  @Timestamp({ optional: true })
  created_at?: string;

  @Revision({ optional: true })
  expectedRevision?: number;
}

export class AccountNumbersDto {
  @ApiProperty()
  accountNumber: string;

  @ApiProperty()
  routingNumber: string;
}

/** An incoming payment as admins see it. ADM-24 fixes the field names, including `created_at`. */
export class IncomingPaymentDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  userId: string;

  @ApiProperty({ type: UserSummaryDto, nullable: true })
  user: UserSummaryDto | null;

  @ApiProperty({ description: 'In dollars' })
  amount: number;

  @ApiProperty()
  amountCents: number;

  @ApiProperty({ example: '$1,234.50' })
  formattedAmount: string;

  @ApiProperty()
  description: string;

  @ApiProperty()
  paymentFor: string;

  @ApiProperty()
  fromAccount: string;

  @ApiProperty()
  fromRouting: string;

  @ApiProperty({ type: AccountNumbersDto, nullable: true })
  toAccount: AccountNumbersDto | null;

  @ApiProperty()
  toRouting: string;

  @ApiProperty()
  recipientName: string;

  @ApiProperty({ type: String, nullable: true })
  adminNotes: string | null;

  @ApiProperty({ enum: TRANSACTION_STATUSES })
  status: TransactionStatus;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ example: 'Nov 20, 2026, 4:05 PM EST' })
  formattedDate: string;

  @ApiProperty({ description: 'Incremented by each change. A decision can send it as `expectedRevision`' })
  revision: number;
}

export class UpdatedIncomingPaymentDto extends IncomingPaymentDto {
  @Usd({
    example: '$1,234.50',
    description: "The customer's total balance; only after a completion",
    optional: true,
  })
  userBalance?: string;
  userBalanceCents?: number;
}

export function mapIncomingPayment(row: TransactionView, timeZone: string): IncomingPaymentDto {
  const date = row.shownAt ?? row.createdAt;
  const { toAccount, toRouting } = row;
  return {
    id: row.id,
    userId: row.accountId,
    user: row.user,
    ...requestedAmountFields(row.amountCents),
    description: row.description ?? INCOMING_PAYMENT_DEFAULTS.description,
    paymentFor: row.paymentFor ?? INCOMING_PAYMENT_DEFAULTS.paymentFor,
    fromAccount: row.fromAccount ?? INCOMING_PAYMENT_DEFAULTS.fromAccount,
    fromRouting: row.fromRouting ?? INCOMING_PAYMENT_DEFAULTS.fromRouting,
    toAccount: toAccount === null ? null : { accountNumber: toAccount, routingNumber: toRouting ?? '' },
    toRouting: toRouting ?? '',
    recipientName: row.recipientName ?? INCOMING_PAYMENT_DEFAULTS.recipientName,
    adminNotes: row.adminNotes,
    status: row.status,
    created_at: date.toISOString(),
    formattedDate: formatTimestamp(date, timeZone),
    revision: row.revision,
  };
}
