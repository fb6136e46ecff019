import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Put,
  Query,
  type StreamableFile,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { CommandContextParam, ForAdmins } from '../../http/access.js';
import { Refuses } from '../../http/openapi/marks.js';
import { ApiFile } from '../../http/file-response.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { RecordsAccess, RecordsExport, ShowsNobody } from '../../http/records-access.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { Lists } from '../../http/lists.service.js';
import { IdPipe } from '../../http/id.pipe.js';
import { NeedsRevision } from '../../http/revision.guard.js';
import { AdminStatsDto } from './admin-stats.dto.js';
import { AdminStats } from './admin-stats.service.js';
import { DeleteUserQuery, SetBalanceBody } from './admin-user.dto.js';
import { ADMIN_USERS, AdminUserDto, AdminUserPageDto, AdminUsersQuery } from './admin-users.list.js';
import { DeleteUserCommand } from './delete-user.command.js';
import { SetBalanceCommand } from './set-balance.command.js';

@ApiTags('admin')
@ForAdmins('customers:read')
@Controller('api/admin')
export class AdminUsersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lists: Lists,
    private readonly stats: AdminStats,
  ) {}

  @Get('stats')
  @ForAdmins('panel:open')
  @ShowsNobody('totals only')
  @ApiOkResponse({ type: AdminStatsDto })
  getStats(): Promise<AdminStatsDto> {
    return this.stats.read();
  }

  @Get('users')
  @RecordsAccess('user-list', ({ items }: AdminUserPageDto) => items.map(({ id }) => id))
  @ApiOkResponse({ type: AdminUserPageDto })
  listUsers(@Query() query: AdminUsersQuery): Promise<AdminUserPageDto> {
    return this.lists.page(ADMIN_USERS, query);
  }

  @Get('users.csv')
  @RecordsExport('user-export')
  @FreshFactor()
  @ApiFile('text/csv')
  exportUsers(@Query() query: AdminUsersQuery): StreamableFile {
    return this.lists.csv(ADMIN_USERS, query);
  }

  @Get('users/:id')
  @RecordsAccess('user', ({ id }: AdminUserDto) => [id])
  @ApiOkResponse({ type: AdminUserDto })
  getUser(@Param('id', IdPipe) id: string): Promise<AdminUserDto> {
    return this.lists.get(ADMIN_USERS, id);
  }

  @Delete('users/:id')
  @ForAdmins('customers:delete')
  @NeedsRevision()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'Deleted: the account is closed and personal data is erased' })
  @Refuses('APPROVAL_REQUIRED', 'ACCOUNT_CHANGED')
  deleteUser(
    @Param('id', IdPipe) id: string,
    @Query() { expectedRevision }: DeleteUserQuery,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<void>> {
    return this.commands.execute(new DeleteUserCommand(id, expectedRevision, context, idempotency));
  }

  @Put('users/:id/balance')
  @ForAdmins('balances:edit')
  @FreshFactor()
  @NeedsRevision()
  @ApiOkResponse({ type: AdminUserDto })
  @Refuses(
    'APPROVAL_REQUIRED',
    'AMOUNT_INVALID',
    'ACCOUNT_CLOSED',
    'ACCOUNT_QUARANTINED',
    'ACCOUNT_CHANGED',
    'BALANCE_BELOW_HELD',
  )
  setBalance(
    @Param('id', IdPipe) id: string,
    @Body() body: SetBalanceBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminUserDto>> {
    return this.commands.execute(new SetBalanceCommand(id, body, context, idempotency));
  }
}
