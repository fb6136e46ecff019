import { Body, Controller, Get, Param, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { LedgerBalances } from '../../ledger/queries/ledger-balances.service.js';
import { CommandContextParam, ForAdmins } from '../../http/access.js';
import { Refuses } from '../../http/openapi/marks.js';
import { REVIEW_REFUSALS } from '../../http/refusal-error.js';
import { ApiFile } from '../../http/file-response.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { IdPipe } from '../../http/id.pipe.js';
import { RecordsAccess, RecordsExport } from '../../http/records-access.js';
import { NeedsRevision } from '../../http/revision.guard.js';
import type { Page } from '../../http/page.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { AccountRequestsService } from '../../kyc/account-requests/account-requests.service.js';
import { RecordPaymentCommand } from '../transactions/record-payment.command.js';
import { ReviewTransactionCommand } from '../transactions/review-transaction.command.js';
import { MoneyListQuery } from '../transactions/transaction-list.dto.js';
import { TransactionList } from '../transactions/transaction-list.service.js';
import type { TransactionView } from '../transactions/transaction-queries.service.js';
import {
  CreateIncomingPaymentBody,
  incomingTexts,
  UpdateIncomingPaymentBody,
} from './incoming-payment.dto.js';
import {
  INCOMING_PAYMENTS,
  IncomingPaymentDto,
  IncomingPaymentPageDto,
  UpdatedIncomingPaymentDto,
} from './incoming-payments.list.js';

@ApiTags('admin')
@ForAdmins('payments:read')
@Controller('api/admin')
export class AdminIncomingPaymentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lists: TransactionList,
    private readonly balances: LedgerBalances,
    private readonly days: BankDays,
    private readonly requests: AccountRequestsService,
  ) {}

  @Get('incoming-payments')
  @RecordsAccess('payment-list', ({ items }: Page<IncomingPaymentDto>) => items.map(({ userId }) => userId))
  @ApiOkResponse({ type: IncomingPaymentPageDto })
  listIncomingPayments(@Query() query: MoneyListQuery): Promise<Page<IncomingPaymentDto>> {
    return this.lists.page(INCOMING_PAYMENTS, query);
  }

  /** Exports every row that matches the filters. */
  @Get('incoming-payments.csv')
  @RecordsExport('payment-export')
  @FreshFactor()
  @ApiFile('text/csv')
  exportIncomingPayments(@Query() query: MoneyListQuery): Promise<StreamableFile> {
    return this.lists.csv(INCOMING_PAYMENTS, query);
  }

  @Post('incoming-payments')
  @ForAdmins('payments:decide')
  @ApiCreatedResponse({ type: IncomingPaymentDto })
  @Refuses('APPROVAL_REQUIRED', 'AMOUNT_INVALID', 'NOT_FOUND', 'ACCOUNT_CLOSED', 'ACCOUNT_QUARANTINED')
  async createIncomingPayment(
    @Body() body: CreateIncomingPaymentBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<IncomingPaymentDto>> {
    const { userId, amount, status = 'pending', adminNotes: notes } = body;
    const texts = incomingTexts(body, await this.requests.latestOf(userId));
    const kind = { type: 'CreateIncomingPayment', status } as const;
    const payment = { userId, amountCents: amount.cents, kind, texts, notes };
    const response = await this.commands.execute(new RecordPaymentCommand(payment, context, idempotency));
    return response.map(this.map);
  }

  @Put('incoming-payments/:id')
  @ForAdmins('payments:decide')
  @NeedsRevision()
  @ApiOkResponse({ type: UpdatedIncomingPaymentDto })
  @Refuses(...REVIEW_REFUSALS)
  async updateIncomingPayment(
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateIncomingPaymentBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<UpdatedIncomingPaymentDto>> {
    const { status, adminNotes: notes, created_at: shown, expectedRevision } = body;
    const shownAt = shown === undefined ? undefined : this.days.parse(shown);
    const review = { status, notes, shownAt, expectedRevision };
    const response = await this.commands.execute(
      new ReviewTransactionCommand(id, INCOMING_PAYMENTS.kinds, review, context, idempotency),
    );
    const updated = await this.updated(response.body);
    return response.map(() => updated);
  }

  /** Returns the updated payment, with the customer's balance if it was completed (PAY-5). */
  private async updated(row: TransactionView): Promise<UpdatedIncomingPaymentDto> {
    const payment = this.map(row);
    if (row.status !== 'completed') return payment;
    const { postedCents } = await this.balances.balanceOf(row.accountId);
    return { ...payment, userBalanceCents: postedCents };
  }

  private readonly map = (row: TransactionView): IncomingPaymentDto =>
    INCOMING_PAYMENTS.map(row, this.days.timeZone);
}
