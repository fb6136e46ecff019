import { Module } from '@nestjs/common';
import { AccountRequestsModule } from '../account-requests/account-requests.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { DashboardContentModule } from '../dashboard-content/dashboard-content.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { KycModule } from '../kyc/kyc.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SavedFiltersModule } from '../saved-filters/saved-filters.module.js';
import { TeamModule } from '../team/team.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AdminFreezeController } from './admin-freeze.controller.js';
import { AdminMailController } from './admin-mail.controller.js';
import { AdminStats } from './admin-stats.service.js';
import { AdminUserList } from './admin-user-list.service.js';
import { AdminUsersController } from './admin-users.controller.js';
import { ChangeFreezeHandler } from './change-freeze.handler.js';
import { DeleteUserHandler } from './delete-user.handler.js';
import { SetBalanceHandler } from './set-balance.handler.js';

@Module({
  imports: [
    AccountRequestsModule,
    ApprovalsModule,
    AuthModule,
    ChatModule,
    DashboardContentModule,
    FactorsModule,
    KycModule,
    MailModule,
    NotificationsModule,
    SavedFiltersModule,
    TeamModule,
    TransactionsModule,
    UsersModule,
  ],
  controllers: [AdminUsersController, AdminFreezeController, AdminMailController],
  providers: [AdminStats, AdminUserList, DeleteUserHandler, ChangeFreezeHandler, SetBalanceHandler],
})
export class AdminModule {}
