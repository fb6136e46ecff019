import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SYSTEM_ACCOUNTS } from '../ledger/domain/accounts.js';
import { formatUsd } from '../ledger/domain/money.js';
import { TRANSACTION_KINDS } from '../ledger/domain/transactions.js';
import { LedgerWriter, type Preview } from '../ledger/writer/ledger-writer.service.js';
import type { CommandContext, IdempotencyKey, Outcome, Submission } from '../ledger/writer/submission.js';
import { AppError } from '../http/app-error.js';
import type {
  DecisionsBody,
  DecisionsDto,
  DecisionsPreviewBody,
  DecisionsPreviewDto,
  EffectEntryDto,
  MoneyEffectDto,
} from './decision.dto.js';
import { LastDecisions } from './last-decisions.service.js';
import { type RequestMeta, type Review, requireReviewable, reviewSubmission } from './review.js';
import { TransactionQueries, type TransactionView } from './transaction-queries.service.js';

/** One item of a request with its submission, or with the error that prevents it. */
interface PreparedDecision {
  readonly id: string;
  readonly row: TransactionView | undefined;
  readonly submission: Submission | null;
  readonly error: AppError | null;
}

/**
 * Applies one decision to several transactions. Each is a separate command, so that one refusal affects no other
 * (TRF-21).
 */
@Injectable()
export class TransactionDecisions {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly rows: TransactionQueries,
    private readonly lastDecisions: LastDecisions,
    private readonly dataSource: DataSource,
  ) {}

  /** Computes the effect of the decision on the current state. Writes nothing. */
  async preview(body: DecisionsPreviewBody, context: CommandContext): Promise<DecisionsPreviewDto> {
    const prepared = await this.prepare(body, undefined, { context, idempotency: undefined });
    const { outcomes, entries } = await this.dataSource.transaction('REPEATABLE READ', (manager) =>
      this.ledger.preview(manager, submissionsOf(prepared)),
    );
    const errors = await this.errorsOf(prepared, outcomes);
    const items = prepared.map(({ id, row }, index) => {
      const error = errors[index] ?? null;
      const effect = error === null && row ? moneyEffectOf(row, entries) : null;
      return { id, effect, reason: error?.message ?? null };
    });
    const done = prepared.filter((_, index) => errors[index] === null);
    const sumCents = done.reduce((sum, { row }) => sum + Math.abs(row?.amountCents ?? 0), 0);
    const refusedCount = prepared.length - done.length;
    return { count: done.length, sum: formatUsd(sumCents), sumCents, refusedCount, items };
  }

  /**
   * Applies the decision to each transaction. If the ledger is unavailable, a retry with the same key returns the
   * result of each.
   *
   * @throws VALIDATION_FAILED the decision needs a reason (TRF-18)
   * @throws LedgerUnavailableError the ledger cannot be reached
   */
  async decide(body: DecisionsBody, meta: RequestMeta): Promise<DecisionsDto> {
    const notes = body.adminNotes || undefined;
    const prepared = await this.prepare(body, notes, meta);
    if (notes === undefined && needsReason(body, prepared)) {
      throw new AppError('VALIDATION_FAILED', 'Please give a reason', { fields: ['adminNotes'] });
    }
    const outcomes = await Promise.all(
      submissionsOf(prepared).map((submission) => this.ledger.submit(submission)),
    );
    const errors = await this.errorsOf(prepared, outcomes);
    const items = prepared.map(({ id }, index) => {
      const error = errors[index] ?? null;
      if (error === null) return { id, result: 'done' as const, message: null };
      const result = error.code === 'ALREADY_DECIDED' ? ('already_decided' as const) : ('refused' as const);
      return { id, result, message: error.message };
    });
    return { doneCount: errors.filter((error) => error === null).length, items };
  }

  private async prepare(
    { status, items }: DecisionsPreviewBody,
    notes: string | undefined,
    { context, idempotency }: RequestMeta,
  ): Promise<PreparedDecision[]> {
    const rows = await this.rows.findByIds(items.map(({ id }) => id));
    return items.map(({ id, expectedRevision }) => {
      const row = rows.get(id);
      const review: Review = { status, notes, expectedRevision };
      try {
        const own = { context, idempotency: keyOf(id, idempotency) };
        const submission = reviewSubmission(requireReviewable(row, TRANSACTION_KINDS, context), review, own);
        return { id, row, submission, error: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { id, row, submission: null, error };
      }
    });
  }

  /** Returns the error of each item in request order, or null if it succeeded. */
  private async errorsOf(
    prepared: readonly PreparedDecision[],
    outcomes: readonly Outcome[],
  ): Promise<(AppError | null)[]> {
    const submitted = prepared.filter(({ submission }) => submission !== null);
    const refused = await this.lastDecisions.errorsOf(
      outcomes,
      submitted.map(({ id }) => id),
    );
    const byId = new Map(submitted.map(({ id }, index) => [id, refused[index] ?? null]));
    return prepared.map(({ id, error }) => error ?? byId.get(id) ?? null);
  }
}

function submissionsOf(prepared: readonly PreparedDecision[]): Submission[] {
  return prepared.flatMap(({ submission }) => (submission === null ? [] : [submission]));
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

/** Derives a key per transaction, so that a repeated request replays each result. */
function keyOf(transactionId: string, idempotency: IdempotencyKey | undefined): IdempotencyKey | undefined {
  return idempotency && { ...idempotency, key: `${idempotency.key}/${transactionId}` };
}

function moneyEffectOf({ id, accountId }: TransactionView, entries: Preview['entries']): MoneyEffectDto {
  const own = entries.filter(({ transactionId }) => transactionId === id);
  const customer = own.find((entry) => entry.accountId === accountId);
  const holdCents = customer?.holdCents ?? 0;
  const balance = customer?.postedAfterCents ?? null;
  const available = customer === undefined ? null : customer.postedAfterCents - customer.heldAfterCents;
  return {
    entries: own.filter(({ amountCents }) => amountCents !== 0).map(entryOf),
    hold: formatUsd(holdCents),
    holdCents,
    balanceAfter: balance === null ? null : formatUsd(balance),
    balanceAfterCents: balance,
    availableAfter: available === null ? null : formatUsd(available),
    availableAfterCents: available,
  };
}

function entryOf({ accountId, amountCents }: Preview['entries'][number]): EffectEntryDto {
  const { settlement, fees } = SYSTEM_ACCOUNTS;
  const account = accountId === settlement ? 'settlement' : accountId === fees ? 'fees' : 'customer';
  return { account, amount: formatUsd(amountCents), amountCents };
}
