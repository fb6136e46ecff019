import { Command } from '@nestjs/cqrs';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { RequestTransferBody, TransferDto } from './transfer.dto.js';

/**
 * The customer whose scheduled transfer is due. They confirmed the recipient when they made the plan (TRF-125), so the
 * transfer needs no session.
 */
export interface PlanSender {
  readonly userId: string;
  /**
   * Whether the due day is too long ago for a new transfer (TRF-127). If so, this request can only repeat an earlier
   * one.
   */
  readonly isTooLate: boolean;
  /** The customer who had the recipient's moniker when the plan was made (TRF-134); null for a plan made with an account
   * number. */
  readonly recipientId: string | null;
  /** Whether the customer was told that the recipient sees the purpose (TRF-162). */
  readonly sharesPurpose: boolean;
}

/** Requests a transfer. The amount is held until an admin decides (TRF-13). */
export class RequestTransferCommand extends Command<IdempotentResponse<TransferDto>> {
  constructor(
    readonly sender: AuthenticatedUser | PlanSender,
    readonly transfer: RequestTransferBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
