import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { AccountRequestsService } from '../account-requests/account-requests.service.js';
import { formatUsd } from '../ledger/domain/money.js';
import type { TransactionTexts } from '../ledger/texts/transaction-texts.js';
import { LedgerBalances } from '../ledger/queries/ledger-balances.service.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { Config } from '../platform/config/config.js';
import { csvText } from '../http/csv.js';
import { IdempotentResponse } from '../http/idempotency.js';
import type { Page } from '../http/page.js';
import { receiptOrThrow } from '../http/refusal-error.js';
import { CONFIG } from '../platform/config/config.token.js';
import { transactionCsvColumns, type MoneyListQuery } from '../transactions/transaction-list.dto.js';
import { TransactionList } from '../transactions/transaction-list.service.js';
import {
  amountCentsOf,
  type RequestMeta,
  TransactionsService,
} from '../transactions/transactions.service.js';
import {
  type CreateIncomingPaymentBody,
  type IncomingPaymentDto,
  mapIncomingPayment,
  PAYMENT_DEFAULTS,
  type UpdatedIncomingPaymentDto,
  type UpdateIncomingPaymentBody,
} from './incoming-payment.dto.js';

const KINDS = ['incoming_payment'] as const;

const PAYMENT_COLUMNS = transactionCsvColumns([
  { name: 'Description', cell: ({ description }) => csvText(description) },
  { name: 'Payment for', cell: ({ paymentFor }) => csvText(paymentFor) },
  { name: 'From account', cell: ({ fromAccount }) => csvText(fromAccount) },
  { name: 'From routing', cell: ({ fromRouting }) => csvText(fromRouting) },
  { name: 'To account', cell: ({ toAccount }) => csvText(toAccount) },
  { name: 'To routing', cell: ({ toRouting }) => csvText(toRouting) },
  { name: 'Recipient', cell: ({ recipientName }) => csvText(recipientName) },
]);

/** Incoming payments. Admins create them, and only completion adds to the balance (PAY-3, PAY-4). */
@Injectable()
export class IncomingPaymentsService {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionsService,
    private readonly lists: TransactionList,
    private readonly requests: AccountRequestsService,
    private readonly balances: LedgerBalances,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async page(query: MoneyListQuery): Promise<Page<IncomingPaymentDto>> {
    const { items, ...page } = await this.lists.page(KINDS, query);
    return { ...page, items: items.map((row) => mapIncomingPayment(row, this.config.bankTimeZone)) };
  }

  csv(query: MoneyListQuery): Promise<StreamableFile> {
    return this.lists.csv('incoming-payments.csv', PAYMENT_COLUMNS, KINDS, query);
  }

  async create(
    body: CreateIncomingPaymentBody,
    meta: RequestMeta,
  ): Promise<IdempotentResponse<IncomingPaymentDto>> {
    const { transactionId, textsDigest, notesDigest, toStore } = this.transactions.prepareTexts(
      await this.textsOf(body),
      body.adminNotes,
    );
    const outcome = await this.ledger.submit({
      command: {
        type: 'CreateIncomingPayment',
        transactionId,
        accountId: body.userId,
        amountCents: amountCentsOf(body.amount),
        status: body.status ?? 'pending',
        textsDigest,
        ...(notesDigest === undefined ? {} : { notesDigest }),
      },
      context: meta.context,
      texts: toStore,
      ...(meta.idempotency === undefined ? {} : { idempotency: meta.idempotency }),
    });
    const receipt = receiptOrThrow(outcome);
    const replayed = outcome.ok && outcome.replayed;
    const row = await this.transactions.getById(receipt.transactionId ?? transactionId);
    return new IdempotentResponse(mapIncomingPayment(row, this.config.bankTimeZone), replayed);
  }

  /** Changes status, notes or shown date. After a completion the response has the new balance (PAY-5). */
  async update(
    id: string,
    body: UpdateIncomingPaymentBody,
    meta: RequestMeta,
  ): Promise<IdempotentResponse<UpdatedIncomingPaymentDto>> {
    const review = {
      status: body.status,
      notes: body.adminNotes,
      shownAt: body.created_at === undefined ? undefined : new Date(body.created_at),
      expectedRevision: body.expectedRevision,
    };
    const response = await this.transactions.review(id, KINDS, review, meta);
    const balance = await this.balanceAfter(response.body.status, response.body.accountId);
    return response.map((row) => ({ ...mapIncomingPayment(row, this.config.bankTimeZone), ...balance }));
  }

  private async balanceAfter(status: string, userId: string) {
    if (status !== 'completed') return {};
    const { postedCents } = await this.balances.balanceOf(userId);
    return { userBalance: formatUsd(postedCents), userBalanceCents: postedCents };
  }

  private async textsOf(body: CreateIncomingPaymentBody): Promise<TransactionTexts> {
    const own = await this.requests.latestOf(body.userId);
    const toAccount = body.toAccount || own?.accountNumber;
    const toRouting = body.toRouting || own?.routingNumber;
    return {
      description: body.description || PAYMENT_DEFAULTS.description,
      paymentFor: body.paymentFor || PAYMENT_DEFAULTS.paymentFor,
      fromAccount: body.fromAccount || PAYMENT_DEFAULTS.fromAccount,
      fromRouting: body.fromRouting || PAYMENT_DEFAULTS.fromRouting,
      recipientName: body.recipientName || PAYMENT_DEFAULTS.recipientName,
      ...(toAccount ? { toAccount } : {}),
      ...(toRouting ? { toRouting } : {}),
    };
  }
}
