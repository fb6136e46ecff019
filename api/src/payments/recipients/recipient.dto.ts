import { ApiProperty } from '@nestjs/swagger';
import { TRANSACTION_CATEGORIES, type TransactionCategory } from '@moniker/common/categories.js';
import { NameText } from '../../http/fields.js';
import { withTexts } from '../../http/text-fields.js';
import { TRANSFER_TEXT_FIELDS } from '../../ledger/texts/transaction-texts.js';

class LatestTransferDto {
  @ApiProperty({ format: 'uuid', description: 'The latest completed transfer to the recipient' })
  id: string;

  @ApiProperty()
  paidAt: Date;

  @ApiProperty({ enum: TRANSACTION_CATEGORIES, nullable: true })
  category: TransactionCategory | null;

  @ApiProperty({
    ...{ type: String, nullable: true },
    description:
      'The recipient’s moniker, if the customer used it to name the recipient. The customer then sees only the last four digits of the account (TRF-101)',
  })
  recipientMoniker: string | null;
}

/** Someone a customer has paid, with what the customer wrote for the latest transfer (TRF-80). */
export class RecipientDto extends withTexts(LatestTransferDto, TRANSFER_TEXT_FIELDS, 'required') {}

export class RenameRecipientBody {
  @NameText(120, { message: "Enter the recipient's name" })
  name: string;
}

/** What a sender sees of a recipient's account number, if the sender named the recipient by moniker (TRF-101). */
const lastFour = (account: string): string => `••••${account.slice(-4)}`;

/**
 * What the sender sees of a recipient's numbers. `toAccount` is the moniker by which the sender named the recipient,
 * with its `$`, or null (TRF-101).
 */
export function numbersForSender(
  numbers: { readonly recipientAccount: string; readonly recipientRouting: string },
  toAccount: string | null,
): { recipientAccount: string; recipientRouting: string } {
  const { recipientAccount, recipientRouting } = numbers;
  if (toAccount === null) return { recipientAccount, recipientRouting };
  return { recipientAccount: lastFour(recipientAccount), recipientRouting: '' };
}

/** SQL for a recipient's numbers as the sender sees them, as in `numbersForSender`. */
export const SENDER_NUMBERS = {
  recipientAccount: `case when x.to_account is null or t.kind <> 'transfer' then x.recipient_account
    else '••••' || right(x.recipient_account, 4) end`,
  recipientRouting: `case when x.to_account is null or t.kind <> 'transfer' then x.recipient_routing end`,
} as const;
