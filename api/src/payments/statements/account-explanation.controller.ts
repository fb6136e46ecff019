import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { AccountActivityDto } from './account-activity.dto.js';
import { AccountActivity } from './account-activity.service.js';
import { BalanceExplanationService } from './balance-explanation.service.js';
import {
  BalanceHistoryDto,
  BalanceHistoryQuery,
  ExplanationDto,
  ExplanationQuery,
} from './explanation.dto.js';

@ApiTags('account')
@ForSignedIn()
@Controller('api/account')
export class AccountExplanationController {
  constructor(
    private readonly balances: BalanceExplanationService,
    private readonly activity: AccountActivity,
  ) {}

  @Get('explanation')
  @ApiOkResponse({ type: ExplanationDto })
  explainOwnBalance(
    @CurrentUser() me: AuthenticatedUser,
    @Query() query: ExplanationQuery,
  ): Promise<ExplanationDto> {
    return this.balances.explain(me.userId, query);
  }

  @Get('activity')
  @ApiOkResponse({ type: AccountActivityDto })
  getAccountActivity(@CurrentUser() me: AuthenticatedUser): Promise<AccountActivityDto> {
    return this.activity.of(me.userId);
  }

  @Get('balance-history')
  @ApiOkResponse({ type: BalanceHistoryDto })
  getBalanceHistory(
    @CurrentUser() me: AuthenticatedUser,
    @Query() query: BalanceHistoryQuery,
  ): Promise<BalanceHistoryDto> {
    return this.balances.history(me.userId, query);
  }
}
