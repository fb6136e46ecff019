import { Module } from '@nestjs/common';
import { KycModule } from '../kyc/kyc.module.js';
import { AccountsController } from './accounts.controller.js';
import { GetAccountSummaryHandler } from './get-account-summary.handler.js';

@Module({
  imports: [KycModule],
  controllers: [AccountsController],
  providers: [GetAccountSummaryHandler],
})
export class AccountsModule {}
