import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TransactionsModule } from '../../payments/transactions/transactions.module.js';
import { NotificationReadEntity } from './notification-read.entity.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';

/** A customer's notifications (NTF-1). */
@Module({
  imports: [TypeOrmModule.forFeature([NotificationReadEntity]), TransactionsModule],
  controllers: [NotificationsController],
  providers: [NotificationsService],
  exports: [NotificationsService],
})
export class NotificationsModule {}
