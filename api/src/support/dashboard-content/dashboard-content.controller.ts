import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CommandContextParam, ForAdmins, ForSignedIn, CurrentUser } from '../../http/access.js';
import { RecordsAccess } from '../../http/records-access.js';
import { IdPipe } from '../../http/id.pipe.js';
import type { AuthenticatedUser } from '../../http/request.js';
import type { CommandContext } from '../../ledger/writer/submission.js';
import { ChangeDashboardTextsCommand } from './change-dashboard-texts.command.js';
import { DashboardContentDto, SetDashboardContentBody } from './dashboard-content.dto.js';
import { DashboardContentService } from './dashboard-content.service.js';

@ApiTags('dashboard-content')
@Controller('api')
export class DashboardContentController {
  constructor(
    private readonly commands: CommandBus,
    private readonly contents: DashboardContentService,
  ) {}

  @Get('dashboard-content')
  @ForSignedIn()
  @ApiOkResponse({ type: DashboardContentDto })
  getOwnDashboardContent(@CurrentUser() me: AuthenticatedUser): Promise<DashboardContentDto> {
    return this.contents.of(me.userId);
  }

  @Get('admin/dashboard-content/:userId')
  @RecordsAccess('dashboard-texts', (_texts: DashboardContentDto, { userId }) => [userId])
  @ForAdmins('support:dashboards')
  @ApiOkResponse({ type: DashboardContentDto })
  getDashboardContent(@Param('userId', IdPipe) userId: string): Promise<DashboardContentDto> {
    return this.contents.ofCustomer(userId);
  }

  @Put('admin/dashboard-content/:userId')
  @ForAdmins('support:dashboards')
  @ApiOkResponse({ type: DashboardContentDto })
  setDashboardContent(
    @Param('userId', IdPipe) userId: string,
    @Body() body: SetDashboardContentBody,
    @CommandContextParam() context: CommandContext,
  ): Promise<DashboardContentDto> {
    return this.commands.execute(new ChangeDashboardTextsCommand(userId, body, context));
  }
}
