import { Module } from '@nestjs/common';
import { AccountRequestsModule } from '../../kyc/account-requests/account-requests.module.js';
import { KycModule } from '../../kyc/identity-checks/kyc.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { AccountExplanationController } from './account-explanation.controller.js';
import { AccountActivity } from './account-activity.service.js';
import { AccountPostings } from './account-postings.service.js';
import { BalanceExplanationService } from './balance-explanation.service.js';
import { StatementFiles } from './statement-files.service.js';
import { StatementsController } from './statements.controller.js';
import { StatementsService } from './statements.service.js';

/** Statements, receipts and balance explanations. */
@Module({
  imports: [AccountRequestsModule, KycModule, TransactionsModule, UsersModule],
  controllers: [StatementsController, AccountExplanationController],
  providers: [AccountActivity, AccountPostings, StatementsService, StatementFiles, BalanceExplanationService],
})
export class StatementsModule {}
