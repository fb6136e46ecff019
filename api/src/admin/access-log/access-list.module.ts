import { Module } from '@nestjs/common';
import { EventHistoryModule } from '../event-history/event-history.module.js';
import { AccessList } from './access-list.service.js';
import { AccessLogController } from './access-log.controller.js';

/** The access log for owners and auditors. */
@Module({
  imports: [EventHistoryModule],
  controllers: [AccessLogController],
  providers: [AccessList],
})
export class AccessListModule {}
