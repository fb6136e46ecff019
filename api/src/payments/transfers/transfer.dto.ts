import { ApiProperty } from '@nestjs/swagger';
import { TRANSACTION_CATEGORIES, type TransactionCategory } from '@moniker/common/categories.js';
import { MAX_ADMIN_NOTES_LENGTH, MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import {
  chargedFeeCents,
  PAYMENT_STATUSES,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '@moniker/common/transactions.js';
import { hasHidden, HIDDEN_TEXT_RULE, isBlankText } from '@moniker/common/typed-text.js';
import { AppError } from '../../http/app-error.js';
import { moneyFields, requestedAmountFields, Usd } from '../../http/money-fields.js';
import {
  Amount,
  CompactNumber,
  Dollars,
  LongText,
  NameTextCheckedLater,
  OneOf,
  Revision,
  ShortText,
} from '../../http/fields.js';
import { withTexts } from '../../http/text-fields.js';
import { TRANSFER_TEXT_FIELDS, type TransferText } from '../../ledger/texts/transaction-texts.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import { RecipientAccount } from './recipient-account.js';
import type { TransactionView } from '../transactions/transaction-queries.service.js';
import { UserSummaryDto } from '../../identity/users/user-summary.dto.js';

const REQUIRED = 'Please fill in all required fields';

/** Statuses of the review dialog (TRF-17) and the two values of the quick actions (TRF-16). */
const REVIEW_STATUSES = [...PAYMENT_STATUSES, 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** Declares every text of `TRANSFER_TEXTS`; the compiler reports a missing one. */
export class RequestTransferBody implements Record<TransferText, string> {
  @Dollars(1)
  amount: Amount;

  @NameTextCheckedLater(120, { message: REQUIRED })
  recipientName: string;

  @RecipientAccount(REQUIRED)
  recipientAccount: string;

  @CompactNumber(/^\d{1,9}$/, 'Routing number must be at most 9 digits', { missing: REQUIRED })
  recipientRouting: string;

  @ShortText(MAX_DESCRIPTION_LENGTH, { message: REQUIRED })
  purpose: string;

  @OneOf(TRANSACTION_CATEGORIES, { optional: true })
  category?: TransactionCategory;
}

/**
 * @throws AppError VALIDATION_FAILED for a recipient with hidden characters (REG-40)
 */
export function assertRecipientName({ recipientName }: RequestTransferBody): void {
  if (!hasHidden(recipientName)) return;
  const message = isBlankText(recipientName) ? REQUIRED : HIDDEN_TEXT_RULE;
  throw new AppError('VALIDATION_FAILED', message, { fields: ['recipientName'] });
}

export class ReviewTransferBody {
  @OneOf(REVIEW_STATUSES)
  status: ReviewStatus;

  @LongText(MAX_ADMIN_NOTES_LENGTH, { optional: true })
  adminNotes?: string;

  @Revision({ optional: true })
  expectedRevision?: number;
}

class TransferAmountsDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'In dollars, as submitted', example: 1234.5 })
  amount: number;

  @ApiProperty()
  amountCents: number;

  @ApiProperty({ example: '$1,234.50' })
  formattedAmount: string;

  @Usd({ example: '$24.69' })
  fee: string;
  feeCents: number;

  @Usd({ example: '$1,209.81' })
  netAmount: string;
  netAmountCents: number;
}

/** An outgoing transfer as its sender sees it. */
export class TransferDto extends withTexts(TransferAmountsDto, TRANSFER_TEXT_FIELDS, 'required') {
  @ApiProperty({ enum: TRANSACTION_CATEGORIES })
  category: TransactionCategory;

  @ApiProperty({ enum: TRANSACTION_STATUSES })
  status: TransactionStatus;

  @ApiProperty({ example: 'Nov 20, 2026, 4:05 PM EST' })
  formattedDate: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** An outgoing transfer as admins see it (ADM-24). */
export class AdminTransferDto extends TransferDto {
  @ApiProperty({ type: UserSummaryDto, nullable: true })
  user: UserSummaryDto | null;

  @ApiProperty({ type: String, nullable: true })
  adminNotes: string | null;

  @ApiProperty({ description: 'Incremented by each change. A decision can send it as `expectedRevision`' })
  revision: number;

  @ApiProperty({ description: 'Whether its customer canceled it, which is final (TRF-27)' })
  canceledByCustomer: boolean;
}

type TransferFields = Pick<
  TransactionView,
  'id' | 'amountCents' | 'feeCents' | TransferText | 'category' | 'status' | 'createdAt'
>;

/** Maps a transfer for its sender, with the fee that is charged (DASH-10). */
export function mapTransfer(transfer: TransferFields, timeZone: string): TransferDto {
  return {
    id: transfer.id,
    ...requestedAmountFields(transfer.amountCents),
    ...feeFields(transfer.amountCents, chargedFeeCents(transfer)),
    ...knownTexts(transfer),
    category: transfer.category ?? 'other',
    status: transfer.status,
    formattedDate: formatTimestamp(transfer.createdAt, timeZone),
    createdAt: transfer.createdAt.toISOString(),
  };
}

function feeFields(amountCents: number, feeCents: number) {
  return moneyFields({ fee: feeCents, netAmount: amountCents - feeCents });
}

/** Erased texts are null in the row and empty in the response. */
function knownTexts(transfer: TransferFields): Record<TransferText, string> {
  const texts = TRANSFER_TEXT_FIELDS.map((field) => [field, transfer[field] ?? '']);
  return Object.fromEntries(texts) as Record<TransferText, string>;
}

export function mapAdminTransfer(row: TransactionView, timeZone: string): AdminTransferDto {
  return {
    ...mapTransfer(row, timeZone),
    ...feeFields(row.amountCents, row.feeCents),
    user: row.user,
    adminNotes: row.adminNotes,
    revision: row.revision,
    canceledByCustomer: row.customerCanceledAt !== null,
  };
}

/** Whether a status is one of the quick actions, which exist for pending transfers only (TRF-16, TRF-26). */
export function isQuickDecision(review: ReviewStatus): boolean {
  return review === 'approved' || review === 'rejected';
}

/** Maps `approved` to `completed` and `rejected` to `failed` (TRF-16). */
export function statusOf(review: ReviewStatus): TransactionStatus {
  switch (review) {
    case 'approved':
      return 'completed';
    case 'rejected':
      return 'failed';
    case 'pending':
    case 'processing':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return review;
  }
}
