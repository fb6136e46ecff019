import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { MAX_REQUESTED_CENTS, REQUESTED_TOO_MUCH } from '@moniker/common/requested-amount.js';
import { MAX_DESCRIPTION_LENGTH } from '@moniker/common/text-lengths.js';
import { type Amount, Dollars, ShortText, VerbatimText } from '../../http/fields.js';
import { Usd } from '../../http/money-fields.js';
import { RecipientMoniker } from './recipient-moniker.js';
import { MAX_PROOF_LENGTH } from './transfer.dto.js';

export const MONEY_REQUEST_STATES = [
  'open',
  'in_review',
  'paid',
  'not_paid',
  'declined',
  'canceled',
  'expired',
  'closed',
] as const;
export type MoneyRequestState = (typeof MONEY_REQUEST_STATES)[number];

export class AskForMoneyBody {
  @Dollars(1, { max: { cents: MAX_REQUESTED_CENTS, message: REQUESTED_TOO_MUCH } })
  amount: Amount;

  @ShortText(MAX_DESCRIPTION_LENGTH, { message: 'Please fill in all required fields' })
  note: string;

  @RecipientMoniker({ optional: true })
  recipientMoniker?: string;

  @VerbatimText(1, MAX_PROOF_LENGTH, {
    optional: true,
    description:
      'The `proof` from the lookup, as in a transfer. Without a moniker, anyone with the link can pay',
  })
  recipientProof?: string;
}

export class DeclineMoneyRequestBody {
  @IsBoolean({ message: 'blocksAsker must be true or false' })
  @ApiProperty({ description: 'Whether to block further requests from this customer (TRF-115)' })
  blocksAsker: boolean;
}

/** Someone whom a customer has blocked from asking for money (TRF-118). */
export class BlockedAskerDto {
  @ApiProperty({ format: 'uuid', description: 'The id of the block, not of the customer' })
  id: string;

  @ApiProperty({ example: 'Bob L.' })
  name: string;

  @ApiProperty({ example: 'bob' })
  moniker: string;
}

/** A request for money, as its asker or payer sees it (TRF-110). */
export class MoneyRequestDto {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({
    enum: MONEY_REQUEST_STATES,
    description:
      '`not_paid`: its transfer failed or was canceled. `closed`: shown to someone with the link who is neither the asker nor the payer, if the request is neither open nor paid (TRF-173)',
  })
  state: MoneyRequestState;

  @Usd({ example: '$25.00', description: 'What the asker gets' })
  amountCents: number;

  @ApiProperty()
  note: string;

  @ApiProperty()
  isOwn: boolean;

  @ApiProperty({ description: 'Whether any customer with the link can pay it (TRF-113)' })
  isLink: boolean;

  @ApiProperty({
    ...{ type: String, nullable: true, example: 'Bob L.' },
    description: 'The other customer; null for a link without a payer',
  })
  name: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'bob' })
  moniker: string | null;

  @ApiProperty()
  createdAt: Date;

  @ApiProperty()
  expiresAt: Date;
}
