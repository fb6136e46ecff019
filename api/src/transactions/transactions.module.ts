import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AdminTransactionsController } from './admin-transactions.controller.js';
import { LastDecisions } from './last-decisions.service.js';
import { TransactionDecisions } from './transaction-decisions.service.js';
import { TransactionHistory } from './transaction-history.service.js';
import { TransactionList } from './transaction-list.service.js';
import { TransactionQueries } from './transaction-queries.service.js';
import { TransactionTimeline } from './transaction-timeline.service.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({
  imports: [UsersModule],
  controllers: [TransactionsController, AdminTransactionsController],
  providers: [
    TransactionsService,
    TransactionQueries,
    TransactionList,
    TransactionDecisions,
    LastDecisions,
    TransactionHistory,
    TransactionTimeline,
  ],
  exports: [
    TransactionsService,
    TransactionQueries,
    TransactionList,
    TransactionHistory,
    TransactionTimeline,
  ],
})
export class TransactionsModule {}
