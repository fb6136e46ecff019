import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../ledger/writer/submission.js';
import { Asked, ForAdmins } from '../platform/http/access.js';
import { IDEMPOTENCY_HEADER, Idempotent, type MoneyAnswer } from '../platform/http/idempotency.js';
import { IdPipe } from '../platform/http/id-param.js';
import { AdminStatsDto, AdminUserDto, SetBalanceBody } from './admin-user.dto.js';
import { AdminUsersService } from './admin-users.service.js';

@ApiTags('admin')
@ForAdmins()
@Controller('api/admin')
export class AdminUsersController {
  constructor(private readonly users: AdminUsersService) {}

  @Get('stats')
  @ApiOkResponse({ type: AdminStatsDto })
  getStats(): Promise<AdminStatsDto> {
    return this.users.stats();
  }

  @Get('users')
  @ApiOkResponse({ type: [AdminUserDto] })
  listUsers(): Promise<AdminUserDto[]> {
    return this.users.list();
  }

  @Get('users/:id')
  @ApiOkResponse({ type: AdminUserDto })
  getUser(@Param('id', IdPipe) id: string): Promise<AdminUserDto> {
    return this.users.get(id);
  }

  @Put('users/:id/balance')
  @ApiHeader(IDEMPOTENCY_HEADER)
  @ApiOkResponse({ type: AdminUserDto })
  setBalance(
    @Param('id', IdPipe) id: string,
    @Body() body: SetBalanceBody,
    @Asked() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<MoneyAnswer<AdminUserDto>> {
    return this.users.setBalance(id, body, { context, idempotency });
  }
}
