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
import { AppError } from '../http/app-error.js';
import { IdempotentResponse } from '../http/idempotency.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { LastDecisions } from './last-decisions.service.js';
import { type RequestMeta, type Review, requireReviewable, reviewSubmission } from './review.js';
import { TransactionQueries, type TransactionView } from './transaction-queries.service.js';

export type { RequestMeta };

/** Texts to store apart from the log, with the digests that the event carries (LED-8). */
export interface PreparedTexts {
  readonly transactionId: string;
  readonly textsDigest: string;
  /** Missing if there are no notes. */
  readonly notesDigest?: string;
  readonly toStore: TextsToStore;
}

/** Transactions of every kind: creation by admins, review, and their erasable texts. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly queries: TransactionQueries,
    private readonly lastDecisions: LastDecisions,
  ) {}

  /** Creates a transaction id and salts and digests its texts and, if given, its notes. */
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
   * Reviews one transaction of the given kinds.
   *
   * @throws NOT_FOUND, OWN_TRANSFER as `requireReviewable`
   * @throws ALREADY_DECIDED the expected revision is stale; the message names who decided (ADM-18)
   * @throws AppError for every other refusal of the ledger
   */
  async review(
    transactionId: string,
    kinds: readonly TransactionKind[],
    review: Review,
    meta: RequestMeta,
  ): Promise<IdempotentResponse<TransactionView>> {
    const before = requireReviewable(await this.queries.findById(transactionId), kinds, meta.context);
    const outcome = await this.ledger.submit(reviewSubmission(before, review, meta));
    const [error] = await this.lastDecisions.errorsOf([outcome], [transactionId]);
    if (error) throw error;
    return new IdempotentResponse(await this.getById(transactionId), outcome.ok && outcome.replayed);
  }

  /** Records a credit, which is completed at once (PAY-7). */
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

  /** @throws NOT_FOUND the transaction does not exist */
  async getById(transactionId: string): Promise<TransactionView> {
    const row = await this.queries.findById(transactionId);
    if (row === null) throw new AppError('NOT_FOUND');
    return row;
  }
}

/**
 * Converts an amount that the request DTO has validated to cents.
 *
 * @throws AMOUNT_INVALID the amount is not in whole cents
 */
export function amountCentsOf(dollars: number): number {
  const cents = centsFromDollars(dollars);
  if (cents === null) throw new AppError('AMOUNT_INVALID', undefined, { fields: ['amount'] });
  return cents;
}
