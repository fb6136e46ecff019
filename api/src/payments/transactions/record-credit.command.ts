import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { CreateCreditBody } from './transaction.dto.js';
import type { TransactionView } from './transaction-queries.service.js';

/** Records a credit, which is completed at once (PAY-7). */
export class RecordCreditCommand extends AdminCommand<IdempotentResponse<TransactionView>> {
  constructor(
    readonly credit: CreateCreditBody,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
