import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GuardedCommands } from '../../admin/approvals/guarded-commands.service.js';
import { AdminCommandHandler } from '../../http/admin-command.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { ChangedTexts, refuseChangedTexts } from '../../admin/approvals/changed-texts.service.js';
import { LastDecisions } from './last-decisions.service.js';
import {
  newStatus,
  refuseUnusedReason,
  reviewSubmission,
  reviewTargetOf,
  type ReviewTarget,
} from './review.js';
import { ReviewTransactionCommand } from './review-transaction.command.js';
import { TransactionQueries, type TransactionView } from './transaction-queries.service.js';

/** Reviews one transaction. If the revision is stale, the error says who made the last decision (ADM-18). */
@CommandHandler(ReviewTransactionCommand)
export class ReviewTransactionHandler
  extends AdminCommandHandler<ReviewTransactionCommand, ReviewTarget>
  implements ICommandHandler<ReviewTransactionCommand>
{
  constructor(
    private readonly commands: GuardedCommands,
    private readonly transactions: TransactionQueries,
    private readonly lastDecisions: LastDecisions,
    private readonly texts: ChangedTexts,
  ) {
    super();
  }

  protected override async targetOf({
    transactionId,
    kinds,
  }: ReviewTransactionCommand): Promise<ReviewTarget> {
    return reviewTargetOf(await this.transactions.findById(transactionId), kinds);
  }

  protected override async handle(
    { transactionId, review, context, idempotency }: ReviewTransactionCommand,
    target: ReviewTarget,
  ): Promise<IdempotentResponse<TransactionView>> {
    const { before, customerId } = target;
    refuseUnusedReason(target, review);
    const changed = await this.texts.findChanged([transactionId]);
    refuseChangedTexts(transactionId, newStatus(target, review), changed);
    const submission = reviewSubmission(before, review, context, idempotency);
    const outcome = await this.commands.submit({ submission, customerId });
    const [error] = await this.lastDecisions.errorsOf([outcome], [transactionId]);
    if (error) throw error;
    const after = await this.transactions.getById(transactionId);
    return new IdempotentResponse(after, outcome.ok && outcome.replayed);
  }
}
