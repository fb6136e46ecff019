import type { TransactionKind } from '@moniker/common/transactions.js';
import { AdminCommand } from '../../http/admin-command.js';
import type { IdempotentResponse } from '../../http/idempotency.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { Review } from './review.js';
import type { TransactionView } from './transaction-queries.service.js';

/**
 * Changes the status, the notes, the reason for the customer or the shown date of one transaction of the given kinds.
 */
export class ReviewTransactionCommand extends AdminCommand<IdempotentResponse<TransactionView>> {
  constructor(
    readonly transactionId: string,
    readonly kinds: readonly TransactionKind[],
    readonly review: Review,
    readonly context: CommandContext,
    readonly idempotency: IdempotencyKey | undefined,
  ) {
    super();
  }
}
