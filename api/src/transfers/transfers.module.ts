import { Module } from '@nestjs/common';
import { AccountRequestsModule } from '../account-requests/account-requests.module.js';
import { KycModule } from '../kyc/kyc.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { AdminTransfersController } from './admin-transfers.controller.js';
import { RequestTransferHandler } from './request-transfer.handler.js';
import { TransfersController } from './transfers.controller.js';

@Module({
  imports: [AccountRequestsModule, KycModule, TransactionsModule],
  controllers: [TransfersController, AdminTransfersController],
  providers: [RequestTransferHandler],
})
export class TransfersModule {}
