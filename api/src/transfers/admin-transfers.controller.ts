import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import type { Config } from '../platform/config/config.js';
import { Asked, ForAdmins } from '../platform/http/access.js';
import { IDEMPOTENCY_HEADER, Idempotent, type MoneyAnswer } from '../platform/http/idempotency.js';
import { IdPipe } from '../platform/http/id-param.js';
import { CONFIG } from '../platform/platform.module.js';
import { TransactionRows } from '../transactions/transaction-rows.service.js';
import { TransactionsService } from '../transactions/transactions.service.js';
import { AdminTransferDto, mapAdminTransfer, ReviewTransferBody, statusOf } from './transfer.dto.js';

@ApiTags('admin')
@ForAdmins()
@Controller('api/admin/transfer-requests')
export class AdminTransfersController {
  constructor(
    private readonly transactions: TransactionsService,
    private readonly rows: TransactionRows,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOkResponse({ type: [AdminTransferDto] })
  async listTransferRequests(): Promise<AdminTransferDto[]> {
    const rows = await this.rows.ofKinds(['transfer']);
    return rows.map((row) => mapAdminTransfer(row, this.config.bankTimeZone));
  }

  @Put(':id')
  @ApiHeader(IDEMPOTENCY_HEADER)
  @ApiOkResponse({ type: AdminTransferDto })
  async reviewTransferRequest(
    @Param('id', IdPipe) id: string,
    @Body() { status, adminNotes: notes, expectedRevision }: ReviewTransferBody,
    @Asked() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<MoneyAnswer<AdminTransferDto>> {
    const review = { status: statusOf(status), notes, expectedRevision };
    const answer = await this.transactions.review(id, ['transfer'], review, { context, idempotency });
    return answer.map((row) => mapAdminTransfer(row, this.config.bankTimeZone));
  }
}
