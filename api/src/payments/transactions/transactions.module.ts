import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessLogModule } from '../../admin/access-log/access-log.module.js';
import { ApprovalsModule } from '../../admin/approvals/approvals.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { AdminTransactionsController } from './admin-transactions.controller.js';
import { RecipientsModule } from '../recipients/recipients.module.js';
import { CategoriesService } from './categories.service.js';
import { TransactionCategoryEntity } from './transaction-category.entity.js';
import { DecideTransactionsHandler } from './decide-transactions.handler.js';
import { DecisionPreview } from './decision-preview.service.js';
import { LastDecisions } from './last-decisions.service.js';
import { PreparedDecisions } from './prepared-decisions.service.js';
import { RecordPaymentHandler } from './record-payment.handler.js';
import { ReviewTransactionHandler } from './review-transaction.handler.js';
import { TransactionHistory } from './transaction-history.service.js';
import { TransactionList } from './transaction-list.service.js';
import { TransactionQueries } from './transaction-queries.service.js';
import { TransactionTimeline } from './transaction-timeline.service.js';
import { TransactionsController } from './transactions.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([TransactionCategoryEntity]),
    AccessLogModule,
    ApprovalsModule,
    RecipientsModule,
    UsersModule,
  ],
  controllers: [TransactionsController, AdminTransactionsController],
  providers: [
    CategoriesService,
    RecordPaymentHandler,
    ReviewTransactionHandler,
    DecideTransactionsHandler,
    DecisionPreview,
    PreparedDecisions,
    TransactionQueries,
    TransactionList,
    LastDecisions,
    TransactionHistory,
    TransactionTimeline,
  ],
  exports: [TransactionQueries, TransactionList, TransactionHistory, TransactionTimeline],
})
export class TransactionsModule {}
