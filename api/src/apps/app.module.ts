import { Module, type Provider } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessListModule } from '../admin/access-log/access-list.module.js';
import { AccountRequestsModule } from '../kyc/account-requests/account-requests.module.js';
import { AccountsModule } from '../payments/accounts/accounts.module.js';
import { AdminUsersModule } from '../admin/users/admin-users.module.js';
import { SignInModule } from '../identity/sign-in/sign-in.module.js';
import { AttemptsModule } from '../identity/attempts/attempts.module.js';
import { UserQuotaInterceptor } from '../identity/attempts/user-quota.interceptor.js';
import { FactorRoutesModule } from '../identity/factors/factor-routes.module.js';
import { FactorGuard } from '../identity/factors/factor.guard.js';
import { AccessGuard } from '../identity/sessions/access.guard.js';
import { SessionsModule } from '../identity/sessions/sessions.module.js';
import { ApprovalsModule } from '../admin/approvals/approvals.module.js';
import { AccessLogInterceptor } from '../admin/access-log/access-log.interceptor.js';
import { AccessLogModule } from '../admin/access-log/access-log.module.js';
import { InputGuard } from '../http/input.guard.js';
import { OriginGuard } from '../http/origin.guard.js';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/config/config.token.js';
import { MailModule } from '../support/mail/mail.module.js';
import { CheckpointsModule } from '../admin/checkpoints/checkpoints.module.js';
import { ChatModule } from '../support/chat/chat.module.js';
import { EventHistoryModule } from '../admin/event-history/event-history.module.js';
import { DashboardContentModule } from '../support/dashboard-content/dashboard-content.module.js';
import { KycModule } from '../kyc/identity-checks/kyc.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { DocumentsModule } from '../kyc/documents/documents.module.js';
import { NotificationsModule } from '../support/notifications/notifications.module.js';
import { PaymentsModule } from '../payments/incoming-payments/incoming-payments.module.js';
import { HealthController } from '../http/health.controller.js';
import { ListsModule } from '../http/lists.module.js';
import { RequestKeysModule } from '../http/request-keys.module.js';
import { PlatformModule } from '../platform/platform.module.js';
import { SavedFiltersModule } from '../admin/saved-filters/saved-filters.module.js';
import { PlansModule } from '../payments/plans/plans.module.js';
import { RecipientsModule } from '../payments/recipients/recipients.module.js';
import { StatementsModule } from '../payments/statements/statements.module.js';
import { TeamModule } from '../admin/team/team.module.js';
import { TransactionsModule } from '../payments/transactions/transactions.module.js';
import { TransfersModule } from '../payments/transfers/transfers.module.js';
import { UsersModule } from '../identity/users/users.module.js';
import { WorkQueueModule } from '../admin/work-queue/work-queue.module.js';

/** The guards and interceptors of all routes, in the order they run. */
const OF_ALL_ROUTES: Provider[] = [
  {
    provide: APP_GUARD,
    inject: [CONFIG],
    useFactory: (config: Config) => new InputGuard(config.inputLimits),
  },
  {
    provide: APP_GUARD,
    inject: [CONFIG],
    useFactory: (config: Config) => new OriginGuard(config.publicUrl),
  },
  { provide: APP_GUARD, useClass: AccessGuard },
  { provide: APP_GUARD, useClass: FactorGuard },
  { provide: APP_INTERCEPTOR, useClass: UserQuotaInterceptor },
  { provide: APP_INTERCEPTOR, useClass: AccessLogInterceptor },
];

/** The API. Each feature adds its module here. */
@Module({
  imports: [
    CqrsModule.forRoot(),
    PlatformModule.forRoot(MIGRATIONS),
    LedgerModule,
    ListsModule,
    RequestKeysModule,
    UsersModule,
    AttemptsModule,
    SessionsModule,
    FactorRoutesModule,
    SignInModule,
    AccountRequestsModule,
    DocumentsModule,
    KycModule,
    AccountsModule,
    TransactionsModule,
    TransfersModule,
    PlansModule,
    RecipientsModule,
    PaymentsModule,
    StatementsModule,
    NotificationsModule,
    ChatModule,
    CheckpointsModule,
    DashboardContentModule,
    AdminUsersModule,
    EventHistoryModule,
    AccessListModule,
    AccessLogModule,
    MailModule,
    ApprovalsModule,
    SavedFiltersModule,
    TeamModule,
    WorkQueueModule,
  ],
  controllers: [HealthController],
  providers: OF_ALL_ROUTES,
})
export class AppModule {}
