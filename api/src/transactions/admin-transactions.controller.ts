import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { TRANSACTION_KINDS } from '../ledger/domain/transactions.js';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import { Asked, ForAdmins } from '../platform/http/access.js';
import { IDEMPOTENCY_HEADER, Idempotent, type MoneyAnswer } from '../platform/http/idempotency.js';
import { IdPipe } from '../platform/http/id-param.js';
import {
  AdminTransactionDto,
  CreateCreditBody,
  mapAdminTransaction,
  UpdateTransactionBody,
} from './transaction.dto.js';
import { TransactionRows } from './transaction-rows.service.js';
import { TransactionsService } from './transactions.service.js';

@ApiTags('admin')
@ForAdmins()
@Controller('api/admin/transactions')
export class AdminTransactionsController {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly rows: TransactionRows,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminTransactionDto] })
  async listTransactions(): Promise<AdminTransactionDto[]> {
    return (await this.rows.ofKinds(TRANSACTION_KINDS)).map(mapAdminTransaction);
  }

  @Post()
  @ApiHeader(IDEMPOTENCY_HEADER)
  @ApiCreatedResponse({ type: AdminTransactionDto })
  async createTransaction(
    @Body() body: CreateCreditBody,
    @Asked() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<MoneyAnswer<AdminTransactionDto>> {
    return (await this.transactions.recordCredit(body, { context, idempotency })).map(mapAdminTransaction);
  }

  @Put(':id')
  @ApiHeader(IDEMPOTENCY_HEADER)
  @ApiOkResponse({ type: AdminTransactionDto })
  async updateTransaction(
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateTransactionBody,
    @Asked() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<MoneyAnswer<AdminTransactionDto>> {
    const review = { status: body.status, notes: body.adminNotes };
    const answer = await this.transactions.review(id, TRANSACTION_KINDS, review, { context, idempotency });
    return answer.map(mapAdminTransaction);
  }
}
