import { Module } from '@nestjs/common';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { AdminFreezeController } from './admin-freeze.controller.js';
import { AdminStats } from './admin-stats.service.js';
import { AdminUsersController } from './admin-users.controller.js';
import { ChangeFreezeHandler } from './change-freeze.handler.js';
import { DeleteUserHandler } from './delete-user.handler.js';
import { SetBalanceHandler } from './set-balance.handler.js';

/** Users in the panel: totals, lists, freezes, balances and deletion. */
@Module({
  imports: [ApprovalsModule, SessionsModule, UsersModule],
  controllers: [AdminUsersController, AdminFreezeController],
  providers: [AdminStats, DeleteUserHandler, ChangeFreezeHandler, SetBalanceHandler],
})
export class AdminUsersModule {}
