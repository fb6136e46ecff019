import { Injectable } from '@nestjs/common';
import { centsFromDollars } from '../ledger/domain/money.js';
import type { TransactionKind } from '../ledger/domain/transactions.js';
import {
  digestNotes,
  digestTexts,
  newSalt,
  type TransactionTexts,
} from '../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { TextsToStore } from '../ledger/writer/submission.js';
import { newId } from '../platform/crypto/new-id.js';
import { AppError } from '../platform/http/app-error.js';
import { IdempotentResponse } from '../platform/http/idempotency.js';
import { receiptOrThrow } from '../platform/http/refusal-error.js';
import { LastDecisions } from './last-decisions.service.js';
import { type RequestMeta, type Review, requireReviewable, reviewSubmission } from './review.js';
import { TransactionQueries, type TransactionView } from './transaction-queries.service.js';

export type { RequestMeta };

/** New texts on their way beside the log, with the digest that goes into it. */
export interface PreparedTexts {
  readonly transactionId: string;
  readonly textsDigest: string;
  /** Left out where there are no notes. */
  readonly notesDigest?: string;
  readonly toStore: TextsToStore;
}

/** Transactions of every kind: their creation by admins, their review, and how texts travel with them. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly rows: TransactionQueries,
    private readonly lastDecisions: LastDecisions,
  ) {}

  /** A new transaction id with its texts, and notes if there are any, salted and digested. */
  prepareTexts(texts: TransactionTexts, notes = ''): PreparedTexts {
    const transactionId = newId();
    const salt = newSalt();
    const textsDigest = digestTexts(texts, salt);
    const toStore = { kind: 'new', transactionId, salt, texts } as const;
    if (notes === '') return { transactionId, textsDigest, toStore };
    const notesSalt = newSalt();
    const notesDigest = digestNotes(notes, notesSalt);
    return {
      ...{ transactionId, textsDigest, notesDigest },
      toStore: { ...toStore, notes: { text: notes, salt: notesSalt } },
    };
  }

  /**
   * Reviews one transaction of the given kinds. Throws what `reviewable` throws, ALREADY_DECIDED with who was first
   * where the expected revision is not the newest, and the other refusals of the ledger.
   */
  async review(
    transactionId: string,
    kinds: readonly TransactionKind[],
    review: Review,
    asking: RequestMeta,
  ): Promise<IdempotentResponse<TransactionView>> {
    const before = requireReviewable(await this.rows.findById(transactionId), kinds, asking.context);
    const outcome = await this.ledger.submit(reviewSubmission(before, review, asking));
    const [error] = await this.lastDecisions.errorsOf([outcome], [transactionId]);
    if (error) throw error;
    return new IdempotentResponse(await this.getById(transactionId), outcome.ok && outcome.replayed);
  }

  /** Records a credit, completed at once (design.md §3.2). */
  async recordCredit(
    credit: { userId: string; amount: number; description: string; category?: TransactionView['category'] },
    { context, idempotency }: RequestMeta,
  ): Promise<IdempotentResponse<TransactionView>> {
    const { transactionId, textsDigest, toStore } = this.prepareTexts({ description: credit.description });
    const outcome = await this.ledger.submit({
      command: {
        type: 'RecordCredit',
        transactionId,
        accountId: credit.userId,
        amountCents: amountCentsOf(credit.amount),
        category: credit.category ?? null,
        status: 'completed',
        textsDigest,
      },
      context,
      texts: toStore,
      ...(idempotency === undefined ? {} : { idempotency }),
    });
    const receipt = receiptOrThrow(outcome);
    const row = await this.getById(receipt.transactionId ?? transactionId);
    return new IdempotentResponse(row, outcome.ok && outcome.replayed);
  }

  /** The row of a transaction that must exist; NOT_FOUND otherwise. */
  async getById(transactionId: string): Promise<TransactionView> {
    const row = await this.rows.findById(transactionId);
    if (row === null) throw new AppError('NOT_FOUND');
    return row;
  }
}

/** Cents of an amount that the request's class has already checked. */
export function amountCentsOf(dollars: number): number {
  const cents = centsFromDollars(dollars);
  if (cents === null) throw new AppError('AMOUNT_INVALID', undefined, { fields: ['amount'] });
  return cents;
}
