import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { FactorRoutesModule } from '../../identity/factors/factor-routes.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { AdminTeamController } from './admin-team.controller.js';
import { ChangeRoleHandler } from './change-role.handler.js';
import { TeamMail } from './team-mail.service.js';
import { TeamService } from './team.service.js';

@Module({
  imports: [ApprovalsModule, FactorRoutesModule, SessionsModule, OutboxModule, UsersModule],
  controllers: [AdminTeamController],
  providers: [ChangeRoleHandler, TeamMail, TeamService],
  exports: [TeamService],
})
export class TeamModule {}
