import { Body, Controller, Get, Inject, Param, Put, Query, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import type { Config } from '../../platform/config/config.js';
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
import { CONFIG } from '../../platform/config/config.token.js';
import { ReviewTransactionCommand } from '../transactions/review-transaction.command.js';
import { MoneyListQuery } from '../transactions/transaction-list.dto.js';
import { TransactionList } from '../transactions/transaction-list.service.js';
import { isQuickDecision, ReviewTransferBody, statusOf } from './transfer.dto.js';
import { AdminTransferDto, AdminTransferPageDto, TRANSFERS } from './transfers.list.js';

@ApiTags('admin')
@ForAdmins('payments:read')
@Controller('api/admin')
export class AdminTransfersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lists: TransactionList,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('transfer-requests')
  @RecordsAccess('transfer-list', ({ items }: Page<AdminTransferDto>) =>
    items.flatMap(({ user, recipientId }) => [user?.id, recipientId ?? undefined]),
  )
  @ApiOkResponse({ type: AdminTransferPageDto })
  listTransferRequests(@Query() query: MoneyListQuery): Promise<Page<AdminTransferDto>> {
    return this.lists.page(TRANSFERS, query);
  }

  /** Exports every row that matches the filters. */
  @Get('transfer-requests.csv')
  @RecordsExport('transfer-export')
  @FreshFactor()
  @ApiFile('text/csv')
  exportTransferRequests(@Query() query: MoneyListQuery): Promise<StreamableFile> {
    return this.lists.csv(TRANSFERS, query);
  }

  @Put('transfer-requests/:id')
  @ForAdmins('payments:decide')
  @NeedsRevision()
  @ApiOkResponse({ type: AdminTransferDto })
  @Refuses('CUSTOMER_REASON_UNUSED', ...REVIEW_REFUSALS)
  async reviewTransferRequest(
    @Param('id', IdPipe) id: string,
    @Body() { status, adminNotes: notes, ...body }: ReviewTransferBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminTransferDto>> {
    const expectedStatus = isQuickDecision(status) ? ('pending' as const) : undefined;
    const review = { ...body, status: statusOf(status), notes, expectedStatus };
    const response = await this.commands.execute(
      new ReviewTransactionCommand(id, TRANSFERS.kinds, review, context, idempotency),
    );
    return response.map((row) => TRANSFERS.map(row, this.config.bankTimeZone));
  }
}
