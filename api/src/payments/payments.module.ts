import { Module } from '@nestjs/common';
import { AccountRequestsModule } from '../account-requests/account-requests.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { AdminIncomingPaymentsController } from './admin-incoming-payments.controller.js';
import { IncomingPaymentsService } from './incoming-payments.service.js';

@Module({
  imports: [AccountRequestsModule, TransactionsModule],
  controllers: [AdminIncomingPaymentsController],
  providers: [IncomingPaymentsService],
})
export class PaymentsModule {}
