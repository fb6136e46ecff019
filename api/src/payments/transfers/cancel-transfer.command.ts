import { Command } from '@nestjs/cqrs';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { TransferDto } from './transfer.dto.js';

/** Permanently cancels the customer's own pending transfer (TRF-27). */
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
