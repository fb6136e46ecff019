import { Injectable } from '@nestjs/common';
import { v7 as newId } from 'uuid';
import { centsFromDollars } from '../ledger/domain/money.js';
import type { TransactionKind, TransactionStatus } from '../ledger/domain/transactions.js';
import {
  digestNotes,
  digestTexts,
  newSalt,
  type TransactionTexts,
} from '../ledger/texts/transaction-texts.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { CommandContext, IdempotencyKey, TextsToStore } from '../ledger/writer/submission.js';
import { AppError } from '../platform/http/app-error.js';
import { MoneyAnswer } from '../platform/http/idempotency.js';
import { accepted } from '../platform/http/refusal-error.js';
import { TransactionRows, type TransactionRow } from './transaction-rows.service.js';

/** Who asks for an effect, and under which key. */
export interface Asking {
  readonly context: CommandContext;
  readonly idempotency: IdempotencyKey | undefined;
}

/** An admin's review of a transaction; what is left out stays as it is. */
export interface Review {
  readonly status?: TransactionStatus | undefined;
  readonly notes?: string | undefined;
  readonly shownAt?: Date | undefined;
  readonly expectedRevision?: number | undefined;
}

/** New texts on their way beside the log, with the digest that goes into it. */
export interface PreparedTexts {
  readonly transactionId: string;
  readonly textsDigest: string;
  readonly toStore: TextsToStore;
}

/** Transactions of every kind: their creation by admins, their review, and how texts travel with them. */
@Injectable()
export class TransactionsService {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly rows: TransactionRows,
  ) {}

  /** A new transaction id with its texts, salted and digested. */
  prepareTexts(texts: TransactionTexts): PreparedTexts {
    const transactionId = newId();
    const salt = newSalt();
    const textsDigest = digestTexts(texts, salt);
    return { transactionId, textsDigest, toStore: { kind: 'new', transactionId, salt, texts } };
  }

  /**
   * Reviews one transaction of the given kinds. Throws NOT_FOUND for another kind or id, OWN_TRANSFER where an
   * admin would decide on a transfer of their own account, and the refusals of the ledger.
   */
  async review(
    transactionId: string,
    kinds: readonly TransactionKind[],
    review: Review,
    { context, idempotency }: Asking,
  ): Promise<MoneyAnswer<TransactionRow>> {
    const before = await this.required(transactionId);
    if (!kinds.includes(before.kind)) throw new AppError('NOT_FOUND');
    if (before.kind === 'transfer' && context.actor === `user:${before.accountId}`) {
      throw new AppError('OWN_TRANSFER');
    }
    const { notes, expectedRevision } = review;
    const isNewNote = notes !== undefined && notes !== (before.adminNotes ?? '');
    const salt = newSalt();
    const outcome = await this.ledger.submit({
      command: {
        type: 'ReviewTransaction',
        transactionId,
        status: review.status ?? null,
        notesDigest: isNewNote ? digestNotes(notes, salt) : null,
        shownAt: review.shownAt ?? null,
        ...(expectedRevision === undefined ? {} : { expectedRevision }),
      },
      context,
      ...(idempotency === undefined ? {} : { idempotency }),
      ...(isNewNote ? { texts: { kind: 'notes', transactionId, salt, notes } } : {}),
    });
    accepted(outcome);
    return new MoneyAnswer(await this.required(transactionId), outcome.ok && outcome.replayed);
  }

  /** Records a credit, completed at once (design.md §3.2). */
  async recordCredit(
    credit: { userId: string; amount: number; description: string; category?: TransactionRow['category'] },
    { context, idempotency }: Asking,
  ): Promise<MoneyAnswer<TransactionRow>> {
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
    const receipt = accepted(outcome);
    const row = await this.required(receipt.transactionId ?? transactionId);
    return new MoneyAnswer(row, outcome.ok && outcome.replayed);
  }

  /** The row of a transaction that must exist; NOT_FOUND otherwise. */
  async required(transactionId: string): Promise<TransactionRow> {
    const row = await this.rows.byId(transactionId);
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
