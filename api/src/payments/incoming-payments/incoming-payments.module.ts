import { Module } from '@nestjs/common';
import { AccountRequestsModule } from '../../kyc/account-requests/account-requests.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { AdminIncomingPaymentsController } from './admin-incoming-payments.controller.js';

@Module({
  imports: [AccountRequestsModule, TransactionsModule],
  controllers: [AdminIncomingPaymentsController],
})
export class PaymentsModule {}
