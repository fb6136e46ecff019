import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  type StreamableFile,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { CommandContextParam, ForAdmins } from '../../http/access.js';
import { Refuses } from '../../http/openapi/marks.js';
import { REVIEW_REFUSALS } from '../../http/refusal-error.js';
import { ApiFile } from '../../http/file-response.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { IdPipe } from '../../http/id.pipe.js';
import { HandlerRecordsAccess, RecordsAccess, RecordsExport } from '../../http/records-access.js';
import { NeedsRevision } from '../../http/revision.guard.js';
import type { Page } from '../../http/page.js';
import { DecisionsBody, DecisionsDto, DecisionsPreviewBody, DecisionsPreviewDto } from './decision.dto.js';
import { DecideTransactionsCommand } from './decide-transactions.command.js';
import { DecisionPreview } from './decision-preview.service.js';
import { RecordPaymentCommand } from './record-payment.command.js';
import { ReviewTransactionCommand } from './review-transaction.command.js';
import { CreateCreditBody, UpdateTransactionBody } from './transaction.dto.js';
import { BankDays } from '../../platform/time/bank-days.service.js';
import { TransactionList } from './transaction-list.service.js';
import {
  AdminTransactionDto,
  AdminTransactionPageDto,
  TRANSACTIONS,
  TransactionListQuery,
} from './transactions.list.js';
import type { TransactionView } from './transaction-queries.service.js';

@ApiTags('admin')
@ForAdmins('payments:read')
@Controller('api/admin')
export class AdminTransactionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lists: TransactionList,
    private readonly decisions: DecisionPreview,
    private readonly days: BankDays,
  ) {}

  @Get('transactions')
  @RecordsAccess('transaction-list', ({ items }: Page<AdminTransactionDto>) =>
    items.map(({ userId }) => userId),
  )
  @ApiOkResponse({ type: AdminTransactionPageDto })
  listTransactions(@Query() query: TransactionListQuery): Promise<Page<AdminTransactionDto>> {
    return this.lists.page(TRANSACTIONS, query);
  }

  /** Exports every row that matches the filters. */
  @Get('transactions.csv')
  @RecordsExport('transaction-export')
  @FreshFactor()
  @ApiFile('text/csv')
  exportTransactions(@Query() query: TransactionListQuery): Promise<StreamableFile> {
    return this.lists.csv(TRANSACTIONS, query);
  }

  @Post('transactions')
  @ForAdmins('payments:decide')
  @ApiCreatedResponse({ type: AdminTransactionDto })
  @Refuses('APPROVAL_REQUIRED', 'AMOUNT_INVALID', 'NOT_FOUND', 'ACCOUNT_CLOSED', 'ACCOUNT_QUARANTINED')
  async createTransaction(
    @Body() { userId, amount, category, description }: CreateCreditBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminTransactionDto>> {
    const kind = { type: 'RecordCredit', category: category ?? null, status: 'completed' } as const;
    const credit = { userId, amountCents: amount.cents, kind, texts: { description } };
    const response = await this.commands.execute(new RecordPaymentCommand(credit, context, idempotency));
    return response.map(this.map);
  }

  @Put('transactions/:id')
  @ForAdmins('payments:decide')
  @NeedsRevision()
  @ApiOkResponse({ type: AdminTransactionDto })
  @Refuses('CUSTOMER_REASON_UNUSED', ...REVIEW_REFUSALS)
  async updateTransaction(
    @Param('id', IdPipe) id: string,
    @Body() { adminNotes: notes, ...body }: UpdateTransactionBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminTransactionDto>> {
    const review = { ...body, notes };
    const response = await this.commands.execute(
      new ReviewTransactionCommand(id, TRANSACTIONS.kinds, review, context, idempotency),
    );
    return response.map(this.map);
  }

  /** Applies one decision to up to 100 transactions. Each succeeds or fails on its own (TRF-21). */
  @Post('transactions/decisions')
  @ForAdmins('payments:decide')
  @HttpCode(200)
  @ApiOkResponse({ type: DecisionsDto })
  @Refuses('CUSTOMER_REASON_UNUSED')
  decide(
    @Body() body: DecisionsBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<DecisionsDto>> {
    return this.commands.execute(new DecideTransactionsCommand(body, context, idempotency));
  }

  /** Previews a decision and changes nothing. A POST, because the request can be too large for a URL. */
  @Post('transactions/decisions/preview')
  @HandlerRecordsAccess('decision-preview')
  @ForAdmins('payments:decide')
  @HttpCode(200)
  @ApiOkResponse({ type: DecisionsPreviewDto })
  previewDecisions(
    @Body() body: DecisionsPreviewBody,
    @CommandContextParam() context: CommandContext,
  ): Promise<DecisionsPreviewDto> {
    return this.decisions.preview(body, context);
  }

  private readonly map = (row: TransactionView): AdminTransactionDto =>
    TRANSACTIONS.map(row, this.days.timeZone);
}
