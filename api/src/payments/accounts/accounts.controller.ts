import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForSignedIn, CurrentUser } from '../../http/access.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { AccountSummaryDto } from './account-summary.dto.js';
import { AccountSummary } from './account-summary.service.js';

@ApiTags('account')
@ForSignedIn()
@Controller('api/account')
export class AccountsController {
  constructor(private readonly summaries: AccountSummary) {}

  @Get('summary')
  @ApiOkResponse({ type: AccountSummaryDto })
  getAccountSummary(@CurrentUser() me: AuthenticatedUser): Promise<AccountSummaryDto> {
    return this.summaries.of(me.userId);
  }
}
