import { Inject, Injectable } from '@nestjs/common';
import { AccountRequestsService } from '../account-requests/account-requests.service.js';
import { formatUsd } from '../ledger/domain/money.js';
import type { TransactionTexts } from '../ledger/texts/transaction-texts.js';
import { LedgerBalances } from '../ledger/projections/ledger-balances.service.js';
import { LedgerWriter } from '../ledger/writer/ledger-writer.service.js';
import type { Config } from '../platform/config/config.js';
import { MoneyAnswer } from '../platform/http/idempotency.js';
import { accepted } from '../platform/http/refusal-error.js';
import { CONFIG } from '../platform/platform.module.js';
import { TransactionRows } from '../transactions/transaction-rows.service.js';
import { amountCentsOf, type Asking, TransactionsService } from '../transactions/transactions.service.js';
import {
  type CreateIncomingPaymentBody,
  type IncomingPaymentDto,
  mapIncomingPayment,
  PAYMENT_DEFAULTS,
  type UpdatedIncomingPaymentDto,
  type UpdateIncomingPaymentBody,
} from './incoming-payment.dto.js';

/** Payments that come in for customers: created pending by admins, money only on completion. */
@Injectable()
export class IncomingPaymentsService {
  constructor(
    private readonly ledger: LedgerWriter,
    private readonly transactions: TransactionsService,
    private readonly rows: TransactionRows,
    private readonly requests: AccountRequestsService,
    private readonly balances: LedgerBalances,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(): Promise<IncomingPaymentDto[]> {
    const rows = await this.rows.ofKinds(['incoming_payment']);
    return rows.map((row) => mapIncomingPayment(row, this.config.bankTimeZone));
  }

  async create(body: CreateIncomingPaymentBody, asking: Asking): Promise<MoneyAnswer<IncomingPaymentDto>> {
    const { transactionId, textsDigest, toStore } = this.transactions.prepareTexts(await this.textsOf(body));
    const outcome = await this.ledger.submit({
      command: {
        type: 'CreateIncomingPayment',
        transactionId,
        accountId: body.userId,
        amountCents: amountCentsOf(body.amount),
        status: body.status ?? 'pending',
        textsDigest,
      },
      context: asking.context,
      texts: toStore,
      ...(asking.idempotency === undefined ? {} : { idempotency: asking.idempotency }),
    });
    const receipt = accepted(outcome);
    const replayed = outcome.ok && outcome.replayed;
    const id = receipt.transactionId ?? transactionId;
    if (body.adminNotes && !replayed) {
      const review = { notes: body.adminNotes };
      const { context } = asking;
      await this.transactions.review(id, ['incoming_payment'], review, { context, idempotency: undefined });
    }
    const row = await this.transactions.required(id);
    return new MoneyAnswer(mapIncomingPayment(row, this.config.bankTimeZone), replayed);
  }

  /** Another status, notes or date to be shown; after a completion the answer carries the new balance. */
  async update(
    id: string,
    body: UpdateIncomingPaymentBody,
    asking: Asking,
  ): Promise<MoneyAnswer<UpdatedIncomingPaymentDto>> {
    const review = {
      status: body.status,
      notes: body.adminNotes,
      shownAt: body.created_at === undefined ? undefined : new Date(body.created_at),
      expectedRevision: body.expectedRevision,
    };
    const answer = await this.transactions.review(id, ['incoming_payment'], review, asking);
    const balance = await this.balanceAfter(answer.body.status, answer.body.accountId);
    return answer.map((row) => ({ ...mapIncomingPayment(row, this.config.bankTimeZone), ...balance }));
  }

  private async balanceAfter(status: string, userId: string) {
    if (status !== 'completed') return {};
    const { postedCents } = await this.balances.of(userId);
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
