import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AdminTransactionsController } from './admin-transactions.controller.js';
import { LastDecisions } from './last-decisions.service.js';
import { TransactionDecisions } from './transaction-decisions.service.js';
import { TransactionHistory } from './transaction-history.service.js';
import { TransactionLists } from './transaction-list.service.js';
import { TransactionRows } from './transaction-rows.service.js';
import { TransactionStories } from './transaction-stories.service.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({
  imports: [UsersModule],
  controllers: [TransactionsController, AdminTransactionsController],
  providers: [
    TransactionsService,
    TransactionRows,
    TransactionLists,
    TransactionDecisions,
    LastDecisions,
    TransactionHistory,
    TransactionStories,
  ],
  exports: [TransactionsService, TransactionRows, TransactionLists, TransactionHistory, TransactionStories],
})
export class TransactionsModule {}
