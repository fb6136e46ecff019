import { Command } from '@nestjs/cqrs';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { RequestTransferBody, TransferDto } from './transfer.dto.js';

/** Requests a transfer. The amount is held until an admin decides (TRF-13). */
export class RequestTransferCommand extends Command<IdempotentResponse<TransferDto>> {
  constructor(
    readonly sender: AuthenticatedUser,
    readonly transfer: RequestTransferBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
