import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import { CommandContextParam, ForSignedIn, CurrentUser } from '../http/access.js';
import { IDEMPOTENCY_HEADER, Idempotent, type IdempotentResponse } from '../http/idempotency.js';
import { LimitPerUser } from '../http/limit-per-user.js';
import type { AuthenticatedUser } from '../http/request.js';
import { RequestTransferCommand } from './request-transfer.command.js';
import { RequestTransferBody, TransferDto } from './transfer.dto.js';

@ApiTags('transfers')
@ForSignedIn()
@Controller('api/transfer')
export class TransfersController {
  constructor(private readonly commands: CommandBus) {}

  @Post('request')
  @LimitPerUser('transfers')
  @ApiHeader(IDEMPOTENCY_HEADER)
  @ApiCreatedResponse({ type: TransferDto })
  requestTransfer(
    @CurrentUser() me: AuthenticatedUser,
    @Body() body: RequestTransferBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<TransferDto>> {
    return this.commands.execute(new RequestTransferCommand(me.userId, body, context, idempotency));
  }
}
