import { Module } from '@nestjs/common';
import { BalanceAtService } from './balance-at.service.js';
import { ChainStatusService } from './chain-status.service.js';
import { EventExportService } from './event-export.service.js';
import { EventFiltersService } from './event-filters.service.js';
import { EventHistoryController } from './event-history.controller.js';
import { EventHistoryService } from './event-history.service.js';
import { EventViewsService } from './event-views.service.js';
import { PeopleService } from './people.service.js';
import { VerificationsService } from './verifications.service.js';

/** The event history for admins: search, single events, balances at any point in time, and the state of the chain. */
@Module({
  controllers: [EventHistoryController],
  providers: [
    ...[EventHistoryService, EventFiltersService, EventViewsService, EventExportService],
    ...[BalanceAtService, ChainStatusService, VerificationsService, PeopleService],
  ],
  exports: [PeopleService],
})
export class EventHistoryModule {}
