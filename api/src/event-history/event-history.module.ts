import { Module } from '@nestjs/common';
import { BalanceAt } from './balance-at.service.js';
import { ChainStatus } from './chain-status.service.js';
import { EventExport } from './event-export.service.js';
import { EventFilters } from './event-filters.service.js';
import { EventHistoryController } from './event-history.controller.js';
import { EventHistoryService } from './event-history.service.js';
import { EventViews } from './event-views.service.js';
import { PeopleService } from './people.service.js';
import { Verifications } from './verifications.service.js';

/** The log for admins: search, one event, balances at any moment, the state of the chain. */
@Module({
  controllers: [EventHistoryController],
  providers: [
    ...[EventHistoryService, EventFilters, EventViews, EventExport],
    ...[BalanceAt, ChainStatus, Verifications, PeopleService],
  ],
})
export class EventHistoryModule {}
