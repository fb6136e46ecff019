import { Module } from '@nestjs/common';
import { AccountRequestsModule } from '../../kyc/account-requests/account-requests.module.js';
import { ApprovalsModule } from '../../admin/approvals/approvals.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { AdminIncomingPaymentsController } from './admin-incoming-payments.controller.js';
import { CreateIncomingPaymentHandler } from './create-incoming-payment.handler.js';

@Module({
  imports: [AccountRequestsModule, ApprovalsModule, TransactionsModule],
  controllers: [AdminIncomingPaymentsController],
  providers: [CreateIncomingPaymentHandler],
})
export class PaymentsModule {}
