import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessListModule } from '../admin/access-log/access-list.module.js';
import { AccountRequestsModule } from '../kyc/account-requests/account-requests.module.js';
import { AccountsModule } from '../payments/accounts/accounts.module.js';
import { AdminModule } from '../admin/users/admin-users.module.js';
import { AuthModule } from '../identity/sign-in/sign-in.module.js';
import { CheckpointsModule } from '../admin/checkpoints/checkpoints.module.js';
import { ChatModule } from '../support/chat/chat.module.js';
import { EventHistoryModule } from '../admin/event-history/event-history.module.js';
import { DashboardContentModule } from '../support/dashboard-content/dashboard-content.module.js';
import { KycModule } from '../kyc/identity-checks/kyc.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { ObjectsModule } from '../kyc/documents/objects.module.js';
import { NotificationsModule } from '../support/notifications/notifications.module.js';
import { PaymentsModule } from '../payments/incoming-payments/incoming-payments.module.js';
import { HealthController } from '../http/health.controller.js';
import { RequestKeysModule } from '../http/request-keys.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ProposalsModule } from '../admin/approvals/proposals.module.js';
import { SavedFiltersModule } from '../admin/saved-filters/saved-filters.module.js';
import { StatementsModule } from '../payments/statements/statements.module.js';
import { TeamModule } from '../admin/team/team.module.js';
import { TransactionsModule } from '../payments/transactions/transactions.module.js';
import { TransfersModule } from '../payments/transfers/transfers.module.js';
import { UsersModule } from '../identity/users/users.module.js';
import { WorkQueueModule } from '../admin/work-queue/work-queue.module.js';

/** The API. Each feature adds its module here. */
@Module({
  imports: [
    CqrsModule.forRoot(),
    PlatformModule.forRoot(MIGRATIONS),
    LedgerModule,
    RequestKeysModule,
    UsersModule,
    AuthModule,
    AccountRequestsModule,
    ObjectsModule,
    KycModule,
    AccountsModule,
    TransactionsModule,
    TransfersModule,
    PaymentsModule,
    StatementsModule,
    NotificationsModule,
    ChatModule,
    CheckpointsModule,
    DashboardContentModule,
    AdminModule,
    EventHistoryModule,
    AccessListModule,
    ProposalsModule,
    SavedFiltersModule,
    TeamModule,
    WorkQueueModule,
  ],
  controllers: [HealthController],
})
export class AppModule {}
