import { MAX_ACCOUNT_NUMBER_LENGTH } from '@moniker/common/account-numbers.js';
import { INCOMING_PAYMENT_DEFAULTS } from '@moniker/common/incoming-payment-defaults.js';
import { MAX_ADMIN_NOTES_LENGTH, MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import { PAYMENT_STATUSES } from '@moniker/common/transactions.js';
import {
  Amount,
  CompactNumber,
  Dollars,
  Id,
  LongText,
  NameText,
  Timestamp,
  OneOf,
  ShortText,
} from '../../http/fields.js';
import type { AccountRequestDto } from '../../kyc/account-requests/account-request.dto.js';
import type { TransactionTexts } from '../../ledger/texts/transaction-texts.js';
import { ReviewBody } from '../transactions/payment.dto.js';

const REQUIRED = 'Please select a user and enter payment amount';

/** A status that an admin can set (PAY-3). */
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

/**
 * Returns the texts of a new payment. Missing texts get defaults. If the recipient's account and routing numbers are
 * missing, they are taken from `own`, the customer's account.
 */
export function incomingTexts(
  body: CreateIncomingPaymentBody,
  own: AccountRequestDto | null,
): TransactionTexts {
  const toAccount = body.toAccount || own?.accountNumber;
  const toRouting = body.toRouting || own?.routingNumber;
  return {
    description: body.description || INCOMING_PAYMENT_DEFAULTS.description,
    paymentFor: body.paymentFor || INCOMING_PAYMENT_DEFAULTS.paymentFor,
    fromAccount: body.fromAccount || INCOMING_PAYMENT_DEFAULTS.fromAccount,
    fromRouting: body.fromRouting || INCOMING_PAYMENT_DEFAULTS.fromRouting,
    recipientName: body.recipientName || INCOMING_PAYMENT_DEFAULTS.recipientName,
    ...(toAccount ? { toAccount } : {}),
    ...(toRouting ? { toRouting } : {}),
  };
}

export class UpdateIncomingPaymentBody extends ReviewBody {
  @OneOf(PAYMENT_STATUSES)
  status: PaymentStatus;

  @Timestamp({ optional: true })
  created_at?: string;
}
