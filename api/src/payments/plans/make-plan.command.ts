import { Command } from '@nestjs/cqrs';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { MakePlanBody, PlanDto } from './plan.dto.js';

/** Plans a transfer (TRF-120). No money is held until the transfer is made. */
export class MakePlanCommand extends Command<IdempotentResponse<PlanDto>> {
  constructor(
    readonly sender: AuthenticatedUser,
    readonly plan: MakePlanBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
