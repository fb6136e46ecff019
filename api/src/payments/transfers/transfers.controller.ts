import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { CommandContextParam, ForSignedIn, CurrentUser } from '../../http/access.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { IdPipe } from '../../http/id.pipe.js';
import { LimitPerUser } from '../../http/limit-per-user.js';
import { Refuses } from '../../http/openapi/marks.js';
import { CANCELLATION_REFUSALS, LOOKUP_REFUSALS, TRANSFER_REFUSALS } from '../../http/refusal-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { CancelTransferCommand } from './cancel-transfer.command.js';
import { RequestTransferCommand } from './request-transfer.command.js';
import { FindRecipientBody, FoundRecipientDto } from './moniker-recipient.dto.js';
import { MonikerRecipients } from './moniker-recipients.service.js';
import { RequestTransferBody, TransferDto, UsualTimeDto } from './transfer.dto.js';
import { UsualTransferTime } from './usual-transfer-time.service.js';

@ApiTags('transfers')
@ForSignedIn()
@Controller('api/transfer')
export class TransfersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly usualTime: UsualTransferTime,
    private readonly monikers: MonikerRecipients,
  ) {}

  @Get('usual-time')
  @ApiOkResponse({ type: UsualTimeDto })
  getUsualTime(): Promise<UsualTimeDto> {
    return this.usualTime.ofLast30Days();
  }

  /** Finds the customer with a moniker. A POST, so no URL contains the moniker (TRF-100). */
  @Post('find-recipient')
  @HttpCode(200)
  @LimitPerUser('moniker-lookups')
  @ApiOkResponse({ type: FoundRecipientDto })
  @Refuses(...LOOKUP_REFUSALS)
  findRecipient(
    @CurrentUser() me: AuthenticatedUser,
    @Body() { recipientMoniker }: FindRecipientBody,
  ): Promise<FoundRecipientDto> {
    return this.monikers.find(me.userId, recipientMoniker);
  }

  @Post('request')
  @LimitPerUser('transfers')
  @ApiCreatedResponse({ type: TransferDto })
  @Refuses(
    ...TRANSFER_REFUSALS,
    'MONIKER_NOT_FOUND',
    'MONIKER_TRANSFERS_OFF',
    'MONEY_REQUEST_CLOSED',
    'NOT_FOUND',
    'CONFLICT',
    'FACTOR_REQUIRED',
  )
  requestTransfer(
    @CurrentUser() me: AuthenticatedUser,
    @Body() body: RequestTransferBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<TransferDto>> {
    return this.commands.execute(new RequestTransferCommand(me, body, context, idempotency));
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: TransferDto })
  @Refuses(...CANCELLATION_REFUSALS)
  cancelTransfer(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<TransferDto>> {
    return this.commands.execute(new CancelTransferCommand(me.userId, id, context, idempotency));
  }
}
