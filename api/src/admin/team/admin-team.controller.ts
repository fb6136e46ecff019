import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CommandContextParam, ForAdmins } from '../../http/access.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { RecordsAccess } from '../../http/records-access.js';
import { IdPipe } from '../../http/id.pipe.js';
import { Idempotent, type IdempotentResponse } from '../../http/idempotency.js';
import { Refuses } from '../../http/openapi/marks.js';
import type { CommandContext, IdempotencyKey } from '../../ledger/writer/submission.js';
import { ChangeRoleCommand } from './change-role.command.js';
import { GrantRoleBody, RoleReasonBody, TeamDto } from './team.dto.js';
import { TeamService } from './team.service.js';

/** The admin team, for owners. Each change ends the member's sessions and is emailed to all owners (SEC-42). */
@ApiTags('admin')
@ForAdmins('team:manage')
@Controller('api/admin/team')
export class AdminTeamController {
  constructor(
    private readonly commands: CommandBus,
    private readonly team: TeamService,
  ) {}

  @Get()
  @RecordsAccess('team', ({ members, changes }: TeamDto) =>
    [...members, ...changes].map(({ user }) => user.id),
  )
  @ApiOkResponse({ type: TeamDto })
  getTeam(): Promise<TeamDto> {
    return this.team.read();
  }

  @Put(':userId')
  @FreshFactor()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The user is an admin with this role' })
  @Refuses('CONFLICT', 'APPROVAL_REQUIRED', 'ALREADY_DECIDED')
  grantRole(
    @Param('userId', IdPipe) userId: string,
    @Body() { role, reason }: GrantRoleBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<void>> {
    const change = { kind: 'granted', role, reason } as const;
    return this.commands.execute(new ChangeRoleCommand(userId, change, context, idempotency));
  }

  @Post(':userId/revoke')
  @FreshFactor()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The user is no longer an admin' })
  @Refuses('CONFLICT', 'APPROVAL_REQUIRED', 'ALREADY_DECIDED')
  revokeRole(
    @Param('userId', IdPipe) userId: string,
    @Body() { reason }: RoleReasonBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<void>> {
    const change = { kind: 'revoked', reason } as const;
    return this.commands.execute(new ChangeRoleCommand(userId, change, context, idempotency));
  }

  @Post(':userId/disable')
  @FreshFactor()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The admin keeps the role but cannot use the panel' })
  @Refuses('CONFLICT', 'APPROVAL_REQUIRED', 'ALREADY_DECIDED')
  disableAdmin(
    @Param('userId', IdPipe) userId: string,
    @Body() { reason }: RoleReasonBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<void>> {
    const change = { kind: 'disabled', reason } as const;
    return this.commands.execute(new ChangeRoleCommand(userId, change, context, idempotency));
  }

  @Post(':userId/enable')
  @FreshFactor()
  @HttpCode(204)
  @ApiNoContentResponse({ description: 'The admin can use the panel again' })
  @Refuses('CONFLICT', 'APPROVAL_REQUIRED', 'ALREADY_DECIDED')
  enableAdmin(
    @Param('userId', IdPipe) userId: string,
    @Body() { reason }: RoleReasonBody,
    @CommandContextParam() context: CommandContext,
    @Idempotent() idempotency: IdempotencyKey | undefined,
  ): Promise<IdempotentResponse<void>> {
    const change = { kind: 'enabled', reason } as const;
    return this.commands.execute(new ChangeRoleCommand(userId, change, context, idempotency));
  }
}
