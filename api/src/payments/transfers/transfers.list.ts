import { IntersectionType } from '@nestjs/swagger';
import { TRANSFER_TEXT_FIELDS, TRANSFER_TEXTS } from '../../ledger/texts/transaction-texts.js';
import { pageDto } from '../../http/page.js';
import { ReviewFieldsDto } from '../transactions/payment.dto.js';
import type { PaymentList } from '../transactions/transaction-list.dto.js';
import type { TransactionView } from '../transactions/transaction-queries.service.js';
import { mapTransfer, TransferDto } from './transfer.dto.js';

/** An outgoing transfer as admins see it (ADM-24). */
export class AdminTransferDto extends IntersectionType(TransferDto, ReviewFieldsDto) {}

export class AdminTransferPageDto extends pageDto(AdminTransferDto) {}

/** Outgoing transfers in the admin panel, with the fee that was or will be charged. */
export const TRANSFERS: PaymentList<AdminTransferDto> = {
  kinds: ['transfer'],
  map: (row, timeZone) => ({ ...row, ...mapTransfer(row, timeZone, row.feeCents) }),
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
