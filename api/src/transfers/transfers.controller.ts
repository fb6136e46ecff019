import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import { Asked, ForCustomers, Me } from '../platform/http/access.js';
import { IDEMPOTENCY_HEADER, Idempotent, type MoneyAnswer } from '../platform/http/idempotency.js';
import type { SignedIn } from '../platform/http/request.js';
import { RequestTransfer } from './request-transfer.handler.js';
import { RequestTransferBody, TransferDto } from './transfer.dto.js';

@ApiTags('transfers')
@ForCustomers()
@Controller('api/transfer')
export class TransfersController {
  constructor(private readonly commands: CommandBus) {}

  @Post('request')
  @ApiHeader(IDEMPOTENCY_HEADER)
  @ApiCreatedResponse({ type: TransferDto })
  requestTransfer(
    @Me() me: SignedIn,
    @Body() body: RequestTransferBody,
    @Asked() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<MoneyAnswer<TransferDto>> {
    return this.commands.execute(new RequestTransfer(me.userId, body, { context, idempotency }));
  }
}
