import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForCustomers, Me } from '../platform/http/access.js';
import type { SignedIn } from '../platform/http/request.js';
import { AccountSummaryDto } from './account-summary.dto.js';
import { GetAccountSummary } from './get-account-summary.handler.js';

@ApiTags('account')
@ForCustomers()
@Controller('api/account')
export class AccountsController {
  constructor(private readonly queries: QueryBus) {}

  @Get('summary')
  @ApiOkResponse({ type: AccountSummaryDto })
  getAccountSummary(@Me() me: SignedIn): Promise<AccountSummaryDto> {
    return this.queries.execute(new GetAccountSummary(me.userId));
  }
}
