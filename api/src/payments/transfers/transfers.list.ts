import { ApiProperty, IntersectionType, OmitType } from '@nestjs/swagger';
import { DEFAULT_ROUTING_NUMBER } from '@moniker/common/account-numbers.js';
import { TRANSFER_TEXT_FIELDS, TRANSFER_TEXTS } from '../../ledger/texts/transaction-texts.js';
import { pageDto } from '../../http/page.js';
import { ReviewFieldsDto } from '../transactions/payment.dto.js';
import type { PaymentList } from '../transactions/transaction-list.dto.js';
import type { TransactionView } from '../transactions/transaction-queries.service.js';
import { mapTransfer, TransferDto } from './transfer.dto.js';

/** An outgoing transfer as admins see it (ADM-24). */
export class AdminTransferDto extends IntersectionType(
  TransferDto,
  OmitType(ReviewFieldsDto, ['transferId']),
) {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The customer it pays (TRF-61)',
  })
  recipientId: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null if it pays no customer, or once they are deleted',
  })
  recipientMoniker: string | null;

  @ApiProperty({ description: "Whether it has the bank's routing number and pays no customer (TRF-69)" })
  isRecipientUnknown: boolean;
}

export class AdminTransferPageDto extends pageDto(AdminTransferDto) {}

/** Outgoing transfers in the admin panel. Failed and canceled ones show their fee, although it isn't charged. */
export const TRANSFERS: PaymentList<AdminTransferDto> = {
  kinds: ['transfer'],
  map: (row, timeZone) => ({
    ...row,
    ...mapTransfer(row, timeZone, row.feeCents),
    isRecipientUnknown: row.recipientId === null && row.recipientRouting === DEFAULT_ROUTING_NUMBER,
  }),
  csv: {
    fileName: 'outgoing-pays.csv',
    columns: {
      ...Object.fromEntries(
        TRANSFER_TEXT_FIELDS.map((field) => [TRANSFER_TEXTS[field], (row: TransactionView) => row[field]]),
      ),
      Category: ({ category }) => category,
    },
  },
};
