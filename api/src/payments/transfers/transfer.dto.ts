import { ApiProperty } from '@nestjs/swagger';
import { TRANSACTION_CATEGORIES, type TransactionCategory } from '@moniker/common/categories.js';
import { MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import { chargedFeeCents, PAYMENT_STATUSES, type TransactionStatus } from '@moniker/common/transactions.js';
import { hasHidden, HIDDEN_TEXT_RULE, isBlankText } from '@moniker/common/typed-text.js';
import { AppError } from '../../http/app-error.js';
import { Usd } from '../../http/money-fields.js';
import {
  Amount,
  CompactNumber,
  Dollars,
  Id,
  NameTextCheckedLater,
  OneOf,
  ShortText,
  VerbatimText,
} from '../../http/fields.js';
import { withTexts } from '../../http/text-fields.js';
import { TRANSFER_TEXT_FIELDS, type TransferText } from '../../ledger/texts/transaction-texts.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import { RecipientAccount } from './recipient-account.js';
import { RECIPIENT_KEYS, RecipientMoniker } from './recipient-moniker.js';
import { numbersForSender } from '../recipients/recipient.dto.js';
import type { TransactionView } from '../transactions/transaction-queries.service.js';
import { RequestedPaymentDto, TransferReviewBody } from '../transactions/payment.dto.js';

export const MAX_PROOF_LENGTH = 1000;
const REQUIRED = 'Please fill in all required fields';

/** Statuses in the review dialog (TRF-17), and the two values of the quick actions (TRF-16). */
const REVIEW_STATUSES = [...PAYMENT_STATUSES, 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** A transfer to request. Declares every text in `TRANSFER_TEXTS`. If one is missing, the handler does not compile. */
export class RequestTransferBody implements Partial<Record<TransferText, string>> {
  @Dollars(1)
  amount: Amount;

  @NameTextCheckedLater(120, { message: REQUIRED, unless: RECIPIENT_KEYS })
  recipientName?: string;

  @RecipientAccount(REQUIRED)
  recipientAccount?: string;

  @CompactNumber(/^\d{1,9}$/, 'Routing number must be at most 9 digits', {
    ...{ missing: REQUIRED, unless: RECIPIENT_KEYS },
  })
  recipientRouting?: string;

  @RecipientMoniker({ optional: true })
  recipientMoniker?: string;

  @VerbatimText(1, MAX_PROOF_LENGTH, {
    optional: true,
    description: 'The `proof` from looking up a moniker that the sender has not paid before (TRF-103)',
  })
  recipientProof?: string;

  @Id({ optional: true, description: 'The request for money that the transfer pays (TRF-111)' })
  moneyRequestId?: string;

  @ShortText(MAX_DESCRIPTION_LENGTH, { message: REQUIRED })
  purpose: string;

  @OneOf(TRANSACTION_CATEGORIES, { optional: true })
  category?: TransactionCategory;
}

/** @throws AppError VALIDATION_FAILED for a request that names its recipient in two ways */
export function assertNoNumbers(transfer: RequestTransferBody): void {
  const fields = (['recipientName', 'recipientAccount', 'recipientRouting'] as const).filter(
    (field) => transfer[field] !== undefined,
  );
  if (fields.length === 0 && !(transfer.recipientMoniker && transfer.moneyRequestId)) return;
  throw new AppError('VALIDATION_FAILED', 'Name the recipient in only one way', { fields });
}

/** A transfer with its recipient's name and numbers. */
export type NamedTransfer = Pick<RequestTransferBody, 'amount' | 'purpose' | 'category'> &
  Readonly<Record<TransferText, string>>;

/**
 * @throws AppError VALIDATION_FAILED for a recipient's name with hidden characters (REG-40)
 */
export function assertRecipientName({ recipientName }: NamedTransfer): void {
  if (!hasHidden(recipientName)) return;
  const message = isBlankText(recipientName) ? REQUIRED : HIDDEN_TEXT_RULE;
  throw new AppError('VALIDATION_FAILED', message, { fields: ['recipientName'] });
}

export class ReviewTransferBody extends TransferReviewBody {
  @OneOf(REVIEW_STATUSES)
  status: ReviewStatus;
}

class TransferFeeDto extends RequestedPaymentDto {
  @Usd({ example: '$24.69' })
  feeCents: number;

  @Usd({ example: '$1,209.81' })
  netAmountCents: number;
}

/** An outgoing transfer as its sender sees it. */
export class TransferDto extends withTexts(TransferFeeDto, TRANSFER_TEXT_FIELDS, 'required') {
  @ApiProperty({ enum: TRANSACTION_CATEGORIES })
  category: TransactionCategory;

  @ApiProperty()
  createdAt: Date;
}

/** With fewer completed transfers than this, a median means little. */
export const MIN_TIMED_TRANSFERS = 20;

/** How long transfers usually take (TRF-85). */
export class UsualTimeDto {
  @ApiProperty({
    ...{ type: 'integer', nullable: true, example: 1 },
    description: `Half of the latest transfers were completed within this many business days; null if fewer than ${MIN_TIMED_TRANSFERS} transfers were completed`,
  })
  businessDays: number | null;
}

type TransferFields = Pick<
  TransactionView,
  'id' | 'amountCents' | 'feeCents' | 'category' | 'status' | 'createdAt'
> &
  Readonly<Partial<Record<TransferText, string | null>>>;

/** Maps a transfer. `feeCents` is by default the fee that is charged (DASH-10). */
export function mapTransfer(
  transfer: TransferFields,
  timeZone: string,
  feeCents = chargedFeeCents(transfer),
): TransferDto {
  return {
    ...transfer,
    ...knownTexts(transfer),
    feeCents,
    netAmountCents: transfer.amountCents - feeCents,
    category: transfer.category ?? 'other',
    formattedDate: formatTimestamp(transfer.createdAt, timeZone),
  };
}

/**
 * Maps a transfer for its sender, like `mapTransfer`, but shows only the account number's last four digits if the
 * recipient is paid by moniker (TRF-101).
 */
export function mapOwnTransfer(
  transfer: TransferFields & Pick<TransactionView, 'toAccount'>,
  timeZone: string,
): TransferDto {
  const mapped = mapTransfer(transfer, timeZone);
  return { ...mapped, ...numbersForSender(mapped, transfer.toAccount) };
}

/** Returns the texts for a response. Erased texts, which are null in the row, become empty. */
function knownTexts(transfer: TransferFields): Record<TransferText, string> {
  const texts = TRANSFER_TEXT_FIELDS.map((field) => [field, transfer[field] ?? '']);
  return Object.fromEntries(texts) as Record<TransferText, string>;
}

/** Whether a status is one of the quick actions, which exist only for pending transfers (TRF-16, TRF-26). */
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
