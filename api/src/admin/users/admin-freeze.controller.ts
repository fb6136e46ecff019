import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CommandContextParam, ForAdmins } from '../../http/access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { AdminUserDto } from './admin-users.list.js';
import { ChangeFreezeCommand } from './change-freeze.command.js';
import { FreezeUserBody, UnfreezeUserBody } from './freeze.dto.js';

@ApiTags('admin')
@ForAdmins('customers:freeze')
@Controller('api/admin/users')
export class AdminFreezeController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':id/freeze')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminUserDto })
  @Refuses('CONFLICT')
  freezeUser(
    @Param('id', IdPipe) id: string,
    @Body() body: FreezeUserBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminUserDto>> {
    return this.commands.execute(new ChangeFreezeCommand(id, { freeze: body }, context, idempotency));
  }

  @Post(':id/unfreeze')
  @HttpCode(200)
  @ApiOkResponse({ type: AdminUserDto })
  @Refuses('CONFLICT')
  unfreezeUser(
    @Param('id', IdPipe) id: string,
    @Body() body: UnfreezeUserBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<AdminUserDto>> {
    return this.commands.execute(new ChangeFreezeCommand(id, { unfreeze: body }, context, idempotency));
  }
}
