import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { DecisionsBody, DecisionsDto } from './decision.dto.js';

/** Applies one decision to several transactions. Each succeeds or fails on its own (TRF-21). */
export class DecideTransactionsCommand extends AdminCommand<IdempotentResponse<DecisionsDto>> {
  constructor(
    readonly decision: DecisionsBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
