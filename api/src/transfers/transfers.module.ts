import { Module } from '@nestjs/common';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { AdminTransfersController } from './admin-transfers.controller.js';
import { CancelTransferHandler } from './cancel-transfer.handler.js';
import { RequestTransferHandler } from './request-transfer.handler.js';
import { SendMoneyAccess } from './send-money-access.service.js';
import { TransfersController } from './transfers.controller.js';

@Module({
  imports: [TransactionsModule],
  controllers: [TransfersController, AdminTransfersController],
  providers: [RequestTransferHandler, CancelTransferHandler, SendMoneyAccess],
})
export class TransfersModule {}
