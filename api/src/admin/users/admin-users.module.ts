import { Module } from '@nestjs/common';
import { AccountRequestsModule } from '../../kyc/account-requests/account-requests.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { AuthModule } from '../../identity/sign-in/sign-in.module.js';
import { ChatModule } from '../../support/chat/chat.module.js';
import { DashboardContentModule } from '../../support/dashboard-content/dashboard-content.module.js';
import { FactorsModule } from '../../identity/factors/factors.module.js';
import { KycModule } from '../../kyc/identity-checks/kyc.module.js';
import { MailModule } from '../../support/mail/mail.module.js';
import { NotificationsModule } from '../../support/notifications/notifications.module.js';
import { SavedFiltersModule } from '../saved-filters/saved-filters.module.js';
import { TeamModule } from '../team/team.module.js';
import { TransactionsModule } from '../../payments/transactions/transactions.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { AdminFreezeController } from './admin-freeze.controller.js';
import { AdminMailController } from '../../support/mail/admin-mail.controller.js';
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
