import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForCustomers, Me } from '../platform/http/access.js';
import type { SignedIn } from '../platform/http/request.js';
import { ExplainBalance } from './explain-balance.service.js';
import {
  BalanceHistoryDto,
  BalanceHistoryQuery,
  ExplanationDto,
  ExplanationQuery,
} from './explanation.dto.js';

@ApiTags('account')
@ForCustomers()
@Controller('api/account')
export class AccountExplanationController {
  constructor(private readonly balances: ExplainBalance) {}

  @Get('explanation')
  @ApiOkResponse({ type: ExplanationDto })
  explainOwnBalance(@Me() me: SignedIn, @Query() query: ExplanationQuery): Promise<ExplanationDto> {
    return this.balances.explain(me.userId, query);
  }

  @Get('balance-history')
  @ApiOkResponse({ type: BalanceHistoryDto })
  getBalanceHistory(@Me() me: SignedIn, @Query() query: BalanceHistoryQuery): Promise<BalanceHistoryDto> {
    return this.balances.history(me.userId, query);
  }
}
