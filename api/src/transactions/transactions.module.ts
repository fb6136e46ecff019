import { Module } from '@nestjs/common';
import { AdminTransactionsController } from './admin-transactions.controller.js';
import { BankDays } from './bank-days.service.js';
import { TransactionHistory } from './transaction-history.service.js';
import { TransactionRows } from './transaction-rows.service.js';
import { TransactionStories } from './transaction-stories.service.js';
import { TransactionsController } from './transactions.controller.js';
import { TransactionsService } from './transactions.service.js';

@Module({
  controllers: [TransactionsController, AdminTransactionsController],
  providers: [TransactionsService, TransactionRows, TransactionHistory, TransactionStories, BankDays],
  exports: [TransactionsService, TransactionRows, TransactionHistory, TransactionStories, BankDays],
})
export class TransactionsModule {}
