import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { GuardedCommands } from '../../admin/approvals/guarded-commands.service.js';
import { AppError } from '../../http/app-error.js';
import { IdempotentResponse } from '../../http/idempotency.js';
import { RequestKeys } from '../../http/request-keys.service.js';
import type { DecidedDto, DecisionsBody, DecisionsDto } from './decision.dto.js';
import { DecideTransactionsCommand } from './decide-transactions.command.js';
import { unusedReasonError } from './review.js';
import { type PreparedDecision, PreparedDecisions, guardedItems } from './prepared-decisions.service.js';

/**
 * Decides several transactions (TRF-21). Doesn't extend `AdminCommandHandler`, because a decision can concern several
 * customers. `PreparedDecisions` refuses each item on the admin's own account.
 */
@CommandHandler(DecideTransactionsCommand)
export class DecideTransactionsHandler implements ICommandHandler<DecideTransactionsCommand> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly commands: GuardedCommands,
    private readonly keys: RequestKeys,
    private readonly decisions: PreparedDecisions,
  ) {}

  /**
   * Decides each item. If the ledger becomes unavailable meanwhile, a retry with the same key decides the remaining
   * items and returns every item's result. The key is tied to this request before the first decision, so no different
   * request can use it for the remaining items.
   *
   * @throws VALIDATION_FAILED the decision needs a reason but has none (TRF-18)
   * @throws CUSTOMER_REASON_UNUSED the decision has a reason for the customer but declines nothing (TRF-86)
   * @throws IDEMPOTENCY_KEY_REUSED the key belongs to another request
   * @throws LedgerUnavailableError the ledger cannot be reached
   */
  async execute({
    decision,
    context,
    idempotency,
  }: DecideTransactionsCommand): Promise<IdempotentResponse<DecisionsDto>> {
    if (decision.customerReason && decision.status !== 'failed') throw unusedReasonError();
    const prepared = await this.decisions.prepare(decision, context, idempotency);
    if (!decision.adminNotes && needsReason(decision, prepared)) {
      throw new AppError('VALIDATION_FAILED', 'Add a reason', { fields: ['adminNotes'] });
    }
    await this.keys.isRepeated(this.dataSource.manager, context, idempotency);
    const outcomes = await this.commands.submitAll(guardedItems(prepared));
    const errors = await this.decisions.errorsOf(prepared, outcomes);
    const items = prepared.map(({ id }, index) => {
      const error = errors[index] ?? null;
      if (error === null) return { id, result: 'done' as const, message: null };
      return { id, result: refusalResult(error), message: error.message };
    });
    const doneCount = errors.filter((error) => error === null).length;
    const isReplay = outcomes.some((outcome) => outcome.ok && outcome.replayed);
    return new IdempotentResponse({ doneCount, items }, isReplay);
  }
}

function refusalResult({ code }: AppError): DecidedDto['result'] {
  if (code === 'APPROVAL_REQUIRED') return 'proposed';
  return code === 'ALREADY_DECIDED' ? 'already_decided' : 'refused';
}

/**
 * Whether the decision declines or cancels transactions, or reverses a completed transfer (TRF-18). Ignores rows that
 * have changed since `expectedRevision`: the ledger refuses decisions on them or, if the request is a repeat, replays
 * the earlier result.
 */
function needsReason({ status, items }: DecisionsBody, prepared: readonly PreparedDecision[]): boolean {
  if (status === 'failed' || status === 'cancelled') return true;
  if (status === 'completed') return false;
  return prepared.some(
    ({ row }, index) =>
      row?.kind === 'transfer' &&
      row.status === 'completed' &&
      row.revision === items[index]?.expectedRevision,
  );
}
