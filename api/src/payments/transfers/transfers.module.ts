import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactorRoutesModule } from '../../identity/factors/factor-routes.module.js';
import { UsersModule } from '../../identity/users/users.module.js';
import { OutboxModule } from '../../outbox/outbox.module.js';
import { TransactionsModule } from '../transactions/transactions.module.js';
import { AdminTransfersController } from './admin-transfers.controller.js';
import { BlockedAskers } from './blocked-askers.service.js';
import { CancelTransferHandler } from './cancel-transfer.handler.js';
import { MoneyRequestEntity } from './money-request.entity.js';
import { MoneyRequestsController } from './money-requests.controller.js';
import { MoneyRequests } from './money-requests.service.js';
import { MonikerRecipients } from './moniker-recipients.service.js';
import { NewRecipients } from './new-recipients.service.js';
import { RecipientCustomers } from './recipient-customers.service.js';
import { RequestTransferHandler } from './request-transfer.handler.js';
import { SendMoneyAccess } from './send-money-access.service.js';
import { TransfersController } from './transfers.controller.js';
import { UsualTransferTime } from './usual-transfer-time.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([MoneyRequestEntity]),
    FactorRoutesModule,
    OutboxModule,
    TransactionsModule,
    UsersModule,
  ],
  controllers: [TransfersController, AdminTransfersController, MoneyRequestsController],
  providers: [
    RequestTransferHandler,
    BlockedAskers,
    CancelTransferHandler,
    MonikerRecipients,
    MoneyRequests,
    NewRecipients,
    RecipientCustomers,
    SendMoneyAccess,
    UsualTransferTime,
  ],
  exports: [MoneyRequests, MonikerRecipients, NewRecipients, RecipientCustomers, SendMoneyAccess],
})
export class TransfersModule {}
