import { ApiProperty, IntersectionType, OmitType } from '@nestjs/swagger';
import { INCOMING_PAYMENT_DEFAULTS } from '@moniker/common/incoming-payment-defaults.js';
import { Usd } from '../../http/money-fields.js';
import { pageDto } from '../../http/page.js';
import { FORMER_CUSTOMER } from '../../ledger/texts/transaction-texts.js';
import { formatTimestamp } from '../../platform/time/bank-day.js';
import { RequestedPaymentDto, ReviewFieldsDto } from '../transactions/payment.dto.js';
import type { PaymentList } from '../transactions/transaction-list.dto.js';

export class AccountNumbersDto {
  @ApiProperty()
  accountNumber: string;

  @ApiProperty()
  routingNumber: string;
}

/** An incoming payment as admins see it. ADM-24 fixes the field names, including `created_at`. */
export class IncomingPaymentDto extends IntersectionType(
  RequestedPaymentDto,
  OmitType(ReviewFieldsDto, ['canceledByCustomer']),
) {
  @ApiProperty({ format: 'uuid' })
  userId: string;

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

  @ApiProperty()
  created_at: Date;
}

export class IncomingPaymentPageDto extends pageDto(IncomingPaymentDto) {}

export class UpdatedIncomingPaymentDto extends IncomingPaymentDto {
  @Usd({
    example: '$1,234.50',
    description: "The customer's total balance, if the payment is completed",
    optional: true,
  })
  userBalanceCents?: number;
}

const NO_TEXTS = { paymentFor: '', fromRouting: '', recipientName: '' };

/**
 * Returns the sender for a field that shows only the sender. Replaces `FORMER_CUSTOMER`, which is worded for use in a
 * sentence.
 */
function senderOf({ fromAccount }: { readonly fromAccount: string | null }): string | null {
  return fromAccount === FORMER_CUSTOMER ? 'Former customer' : fromAccount;
}

/** Incoming payments in the admin panel. */
export const INCOMING_PAYMENTS: PaymentList<IncomingPaymentDto> = {
  kinds: ['incoming_payment'],
  map: (row, timeZone) => {
    const date = row.shownAt ?? row.createdAt;
    const { toAccount, toRouting, transferId } = row;
    // A payment from another customer shows only its sender and, if shared, its purpose (TRF-162).
    const { paymentFor, fromRouting, recipientName } =
      transferId === null ? INCOMING_PAYMENT_DEFAULTS : NO_TEXTS;
    return {
      ...row,
      userId: row.accountId,
      description: row.description ?? INCOMING_PAYMENT_DEFAULTS.description,
      paymentFor: row.paymentFor ?? paymentFor,
      fromAccount: senderOf(row) ?? INCOMING_PAYMENT_DEFAULTS.fromAccount,
      fromRouting: row.fromRouting ?? fromRouting,
      toAccount: toAccount === null ? null : { accountNumber: toAccount, routingNumber: toRouting ?? '' },
      toRouting: toRouting ?? '',
      recipientName: row.recipientName ?? recipientName,
      created_at: date,
      formattedDate: formatTimestamp(date, timeZone),
    };
  },
  csv: {
    fileName: 'incoming-payments.csv',
    columns: {
      Description: ({ description }) => description,
      'Payment for': ({ paymentFor }) => paymentFor,
      'From account': senderOf,
      'From routing': ({ fromRouting }) => fromRouting,
      'To account': ({ toAccount }) => toAccount,
      'To routing': ({ toRouting }) => toRouting,
      Recipient: ({ recipientName }) => recipientName,
    },
  },
};
