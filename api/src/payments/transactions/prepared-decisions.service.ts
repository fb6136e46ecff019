import { Injectable } from '@nestjs/common';
import { TRANSACTION_KINDS } from '@moniker/common/transactions.js';
import type { GuardedItem } from '../../ledger/approvals/ledger-approvals.service.js';
import { refuseOwnAccount } from '../../http/admin-command.js';
import { AppError } from '../../http/app-error.js';
import type { CommandContext, IdempotencyKey, Outcome } from '../../ledger/writer/submission.js';
import type { DecisionsBody } from './decision.dto.js';
import { ChangedTexts, refuseChangedTexts } from '../../admin/approvals/changed-texts.service.js';
import { LastDecisions } from './last-decisions.service.js';
import { newStatus, refuseUnusedReason, reviewSubmission, reviewTargetOf } from './review.js';
import { TransactionQueries, type TransactionView } from './transaction-queries.service.js';

/** One item of a request, with its submission or the error that prevents it. */
export interface PreparedDecision {
  readonly id: string;
  readonly row: TransactionView | undefined;
  readonly item: GuardedItem | null;
  readonly error: AppError | null;
}

/**
 * The items of a decision on several transactions. Each item is its own command, so a refused item doesn't affect the
 * others.
 */
@Injectable()
export class PreparedDecisions {
  constructor(
    private readonly rows: TransactionQueries,
    private readonly lastDecisions: LastDecisions,
    private readonly texts: ChangedTexts,
  ) {}

  /**
   * Builds each item's submission. An item that must not be submitted, such as one on the admin's own account
   * (ADM-27), gets an error instead.
   */
  async prepare(
    { status, items, adminNotes: notes, customerReason }: DecisionsBody,
    context: CommandContext,
    idempotency?: IdempotencyKey,
  ): Promise<PreparedDecision[]> {
    const ids = items.map(({ id }) => id);
    const [rows, changed] = await Promise.all([this.rows.findByIds(ids), this.texts.findChanged(ids)]);
    return items.map(({ id, expectedRevision }) => {
      const row = rows.get(id);
      try {
        const target = reviewTargetOf(row, TRANSACTION_KINDS);
        refuseOwnAccount(context, target);
        const review = { status, notes: notes || undefined, customerReason, expectedRevision };
        refuseUnusedReason(target, review);
        refuseChangedTexts(target.before.id, newStatus(target, review), changed);
        const submission = reviewSubmission(target.before, review, context, decisionKey(id, idempotency));
        return { id, row, item: { submission, customerId: target.customerId }, error: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { id, row, item: null, error };
      }
    });
  }

  /** Returns the items' errors in request order. The error of an item that succeeded is null. */
  async errorsOf(
    prepared: readonly PreparedDecision[],
    outcomes: readonly Outcome[],
  ): Promise<(AppError | null)[]> {
    const submitted = prepared.filter(({ item }) => item !== null);
    const refused = await this.lastDecisions.errorsOf(
      outcomes,
      submitted.map(({ id }) => id),
    );
    const byId = new Map(submitted.map(({ id }, index) => [id, refused[index] ?? null]));
    return prepared.map(({ id, error }) => error ?? byId.get(id) ?? null);
  }
}

export function guardedItems(prepared: readonly PreparedDecision[]): GuardedItem[] {
  return prepared.flatMap(({ item }) => item ?? []);
}

/** Derives a key per transaction, so a repeated request replays each result. */
function decisionKey(
  transactionId: string,
  idempotency: IdempotencyKey | undefined,
): IdempotencyKey | undefined {
  return idempotency && { ...idempotency, key: `${idempotency.key}/${transactionId}` };
}
