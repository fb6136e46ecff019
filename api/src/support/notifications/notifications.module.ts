import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TransactionsModule } from '../../payments/transactions/transactions.module.js';
import { TransfersModule } from '../../payments/transfers/transfers.module.js';
import { NotificationReadEntity } from './notification-read.entity.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';

/** A customer's notifications (NTF-1). */
@Module({
  imports: [TypeOrmModule.forFeature([NotificationReadEntity]), TransactionsModule, TransfersModule],
  controllers: [NotificationsController],
  providers: [NotificationsService],
  exports: [NotificationsService],
})
export class NotificationsModule {}
