import { Body, Controller, Get, Param, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import { CommandContextParam, ForAdmins } from '../http/access.js';
import { Refuses } from '../http/openapi/marks.js';
import { REVIEW_REFUSALS } from '../http/refusal-error.js';
import { ApiFile } from '../http/file-response.js';
import { Idempotent, type IdempotentResponse } from '../http/idempotency.js';
import { IdPipe } from '../http/id.pipe.js';
import { pageDto, type Page } from '../http/page.js';
import { MoneyListQuery } from '../transactions/transaction-list.dto.js';
import {
  CreateIncomingPaymentBody,
  IncomingPaymentDto,
  UpdatedIncomingPaymentDto,
  UpdateIncomingPaymentBody,
} from './incoming-payment.dto.js';
import { IncomingPaymentsService } from './incoming-payments.service.js';

const IncomingPaymentPageDto = pageDto(IncomingPaymentDto);

@ApiTags('admin')
@ForAdmins()
@Controller('api/admin')
export class AdminIncomingPaymentsController {
  constructor(private readonly payments: IncomingPaymentsService) {}

  @Get('incoming-payments')
  @ApiOkResponse({ type: IncomingPaymentPageDto })
  listIncomingPayments(@Query() query: MoneyListQuery): Promise<Page<IncomingPaymentDto>> {
    return this.payments.page(query);
  }

  /** Exports every row that matches the filters. */
  @Get('incoming-payments.csv')
  @ApiFile('text/csv')
  exportIncomingPayments(@Query() query: MoneyListQuery): Promise<StreamableFile> {
    return this.payments.csv(query);
  }

  @Post('incoming-payments')
  @ApiCreatedResponse({ type: IncomingPaymentDto })
  @Refuses('AMOUNT_INVALID', 'NOT_FOUND', 'ACCOUNT_CLOSED')
  createIncomingPayment(
    @Body() body: CreateIncomingPaymentBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<IncomingPaymentDto>> {
    return this.payments.create(body, { context, idempotency });
  }

  @Put('incoming-payments/:id')
  @ApiOkResponse({ type: UpdatedIncomingPaymentDto })
  @Refuses(...REVIEW_REFUSALS)
  updateIncomingPayment(
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateIncomingPaymentBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<UpdatedIncomingPaymentDto>> {
    return this.payments.update(id, body, { context, idempotency });
  }
}
