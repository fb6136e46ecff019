import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForSignedIn, CurrentUser } from '../http/access.js';
import type { AuthenticatedUser } from '../http/request.js';
import { AccountSummaryDto } from './account-summary.dto.js';
import { GetAccountSummaryQuery } from './get-account-summary.handler.js';

@ApiTags('account')
@ForSignedIn()
@Controller('api/account')
export class AccountsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('summary')
  @ApiOkResponse({ type: AccountSummaryDto })
  getAccountSummary(@CurrentUser() me: AuthenticatedUser): Promise<AccountSummaryDto> {
    return this.queries.execute(new GetAccountSummaryQuery(me.userId));
  }
}
