import { Module } from '@nestjs/common';
import { KycModule } from '../../kyc/identity-checks/kyc.module.js';
import { AccountSummary } from './account-summary.service.js';
import { AccountsController } from './accounts.controller.js';

@Module({
  imports: [KycModule],
  controllers: [AccountsController],
  providers: [AccountSummary],
})
export class AccountsModule {}
