import { Command } from '@nestjs/cqrs';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { TransferDto } from './transfer.dto.js';

/** Cancels the customer's own pending transfer, for good (TRF-27). */
export class CancelTransferCommand extends Command<IdempotentResponse<TransferDto>> {
  constructor(
    readonly userId: string,
    readonly transactionId: string,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
