import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ForSignedIn, RequestContextParam } from '../../http/access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { LimitPerUser } from '../../http/limit-per-user.js';
import { Refuses } from '../../http/openapi/marks.js';
import { LOOKUP_REFUSALS } from '../../http/refusal-error.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { BlockedAskers } from './blocked-askers.service.js';
import {
  AskForMoneyBody,
  BlockedAskerDto,
  DeclineMoneyRequestBody,
  MoneyRequestDto,
} from './money-request.dto.js';
import { MoneyRequests } from './money-requests.service.js';

/** Requests for money (TRF-110). A transfer that names a request pays it. */
@ApiTags('transfers')
@ForSignedIn()
@Controller('api/money-requests')
export class MoneyRequestsController {
  constructor(
    private readonly requests: MoneyRequests,
    private readonly blocked: BlockedAskers,
  ) {}

  @Get()
  @ApiOkResponse({ type: [MoneyRequestDto] })
  listMoneyRequests(@CurrentUser() me: AuthenticatedUser): Promise<MoneyRequestDto[]> {
    return this.requests.list(me.userId);
  }

  @Post()
  @LimitPerUser('transfers')
  @ApiCreatedResponse({ type: MoneyRequestDto })
  @Refuses(...LOOKUP_REFUSALS, 'TOO_MANY_MONEY_REQUESTS')
  askForMoney(
    @CurrentUser() me: AuthenticatedUser,
    @Body() body: AskForMoneyBody,
    @RequestContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<MoneyRequestDto>> {
    return this.requests.ask(me.userId, body, { context, idempotency });
  }

  @Get('blocks')
  @ApiOkResponse({ type: [BlockedAskerDto] })
  listBlockedAskers(@CurrentUser() me: AuthenticatedUser): Promise<BlockedAskerDto[]> {
    return this.blocked.of(me.userId);
  }

  /** Returns the updated list. */
  @Delete('blocks/:id')
  @ApiOkResponse({ type: [BlockedAskerDto] })
  async unblockAsker(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
  ): Promise<BlockedAskerDto[]> {
    await this.blocked.lift(me.userId, id);
    return this.blocked.of(me.userId);
  }

  @Get(':id')
  @ApiOkResponse({ type: MoneyRequestDto })
  getMoneyRequest(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
  ): Promise<MoneyRequestDto> {
    return this.requests.get(me.userId, id);
  }

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: MoneyRequestDto })
  @Refuses('MONEY_REQUEST_CLOSED')
  cancelMoneyRequest(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
  ): Promise<MoneyRequestDto> {
    return this.requests.cancel(me.userId, id);
  }

  @Post(':id/decline')
  @HttpCode(200)
  @ApiOkResponse({ type: MoneyRequestDto })
  @Refuses('MONEY_REQUEST_CLOSED')
  declineMoneyRequest(
    @CurrentUser() me: AuthenticatedUser,
    @Param('id', IdPipe) id: string,
    @Body() { blocksAsker }: DeclineMoneyRequestBody,
  ): Promise<MoneyRequestDto> {
    return this.requests.decline(me.userId, id, blocksAsker);
  }
}
