import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AppError } from '../http/app-error.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { DecisionsBody, DecisionsDto } from './decision.dto.js';
import { DecideTransactionsCommand } from './decide-transactions.command.js';
import { type PreparedDecision, PreparedDecisions, submissionsOf } from './prepared-decisions.service.js';

/**
 * Acts on several customers, so the admin's own items are refused one by one (`PreparedDecisions`), not by
 * `AdminCommandHandler`.
 */
@CommandHandler(DecideTransactionsCommand)
export class DecideTransactionsHandler implements ICommandHandler<DecideTransactionsCommand> {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly decisions: PreparedDecisions,
  ) {}

  /**
   * If the ledger is unavailable, a retry with the same key returns the result of each.
   *
   * @throws VALIDATION_FAILED the decision needs a reason (TRF-18)
   * @throws LedgerUnavailableError the ledger cannot be reached
   */
  async execute({ decision, context, idempotency }: DecideTransactionsCommand): Promise<DecisionsDto> {
    const prepared = await this.decisions.prepare(decision, context, idempotency);
    if (!decision.adminNotes && needsReason(decision, prepared)) {
      throw new AppError('VALIDATION_FAILED', 'Please give a reason', { fields: ['adminNotes'] });
    }
    const outcomes = await Promise.all(
      submissionsOf(prepared).map((submission) => this.ledger.submit(submission)),
    );
    const errors = await this.decisions.errorsOf(prepared, outcomes);
    const items = prepared.map(({ id }, index) => {
      const error = errors[index] ?? null;
      if (error === null) return { id, result: 'done' as const, message: null };
      const result = error.code === 'ALREADY_DECIDED' ? ('already_decided' as const) : ('refused' as const);
      return { id, result, message: error.message };
    });
    return { doneCount: errors.filter((error) => error === null).length, items };
  }
}

/**
 * Whether the decision ends transactions or reverses a completed transfer (TRF-18). Ignores rows that have changed since
 * `expectedRevision`: the ledger refuses these, or replays the result of a repeated request.
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
