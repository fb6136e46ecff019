import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { csvText } from '../../http/csv.js';
import { moneyFields } from '../../http/money-fields.js';
import type { Page } from '../../http/page.js';
import { LedgerBalances } from '../../ledger/queries/ledger-balances.service.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.token.js';
import { transactionCsvColumns, type MoneyListQuery } from '../transactions/transaction-list.dto.js';
import { TransactionList } from '../transactions/transaction-list.service.js';
import type { TransactionView } from '../transactions/transaction-queries.service.js';
import {
  INCOMING_PAYMENT_KINDS,
  type IncomingPaymentDto,
  mapIncomingPayment,
  type UpdatedIncomingPaymentDto,
} from './incoming-payment.dto.js';

const PAYMENT_COLUMNS = transactionCsvColumns([
  { name: 'Description', cell: ({ description }) => csvText(description) },
  { name: 'Payment for', cell: ({ paymentFor }) => csvText(paymentFor) },
  { name: 'From account', cell: ({ fromAccount }) => csvText(fromAccount) },
  { name: 'From routing', cell: ({ fromRouting }) => csvText(fromRouting) },
  { name: 'To account', cell: ({ toAccount }) => csvText(toAccount) },
  { name: 'To routing', cell: ({ toRouting }) => csvText(toRouting) },
  { name: 'Recipient', cell: ({ recipientName }) => csvText(recipientName) },
]);

/** The admins' list of incoming payments. */
@Injectable()
export class IncomingPaymentList {
  constructor(
    private readonly lists: TransactionList,
    private readonly balances: LedgerBalances,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async page(query: MoneyListQuery): Promise<Page<IncomingPaymentDto>> {
    const { items, ...page } = await this.lists.page(INCOMING_PAYMENT_KINDS, query);
    return { ...page, items: items.map((row) => mapIncomingPayment(row, this.config.bankTimeZone)) };
  }

  csv(query: MoneyListQuery): Promise<StreamableFile> {
    return this.lists.csv('incoming-payments.csv', PAYMENT_COLUMNS, INCOMING_PAYMENT_KINDS, query);
  }

  /** Returns a payment after its update; after a completion with the customer's balance (PAY-5). */
  async updated(row: TransactionView): Promise<UpdatedIncomingPaymentDto> {
    const payment = mapIncomingPayment(row, this.config.bankTimeZone);
    if (row.status !== 'completed') return payment;
    const { postedCents } = await this.balances.balanceOf(row.accountId);
    return { ...payment, ...moneyFields({ userBalance: postedCents }) };
  }
}
