import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessListModule } from '../access-log/access-list.module.js';
import { AccountRequestsModule } from '../account-requests/account-requests.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AdminModule } from '../admin/admin.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CheckpointsModule } from '../checkpoints/checkpoints.module.js';
import { ChatModule } from '../chat/chat.module.js';
import { EventHistoryModule } from '../event-history/event-history.module.js';
import { DashboardContentModule } from '../dashboard-content/dashboard-content.module.js';
import { KycModule } from '../kyc/kyc.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { HealthController } from '../http/health.controller.js';
import { RequestKeysModule } from '../http/request-keys.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { SavedFiltersModule } from '../saved-filters/saved-filters.module.js';
import { StatementsModule } from '../statements/statements.module.js';
import { TeamModule } from '../team/team.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import { UsersModule } from '../users/users.module.js';
import { WorkQueueModule } from '../work-queue/work-queue.module.js';

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
