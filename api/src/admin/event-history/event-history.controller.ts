import { Controller, Get, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ForAdmins, CurrentUser } from '../../http/access.js';
import { ApiFile } from '../../http/file-response.js';
import { FreshFactor } from '../../http/fresh-factor.js';
import { RecordsAccess, RecordsExport } from '../../http/records-access.js';
import { PositionPipe } from '../../http/position.pipe.js';
import type { AuthenticatedUser } from '../../http/request.js';
import { BalanceAtDto, BalanceQuery } from './balance-at.dto.js';
import { BalanceAtService } from './balance-at.service.js';
import { ChainStatusDto } from './chain-status.dto.js';
import { ChainStatusService } from './chain-status.service.js';
import { EventExportService } from './event-export.service.js';
import {
  EventDetailDto,
  EventFilterQuery,
  EventsPageDto,
  EventsQuery,
  PeopleQuery,
  PersonDto,
} from './event-history.dto.js';
import { EventHistoryService } from './event-history.service.js';
import { PeopleService } from './people.service.js';

@ApiTags('event-history')
@ForAdmins('events:read')
@Controller('api/admin/event-history')
export class EventHistoryController {
  constructor(
    private readonly history: EventHistoryService,
    private readonly exports: EventExportService,
    private readonly balances: BalanceAtService,
    private readonly chain: ChainStatusService,
    private readonly people: PeopleService,
  ) {}

  @Get('events')
  @RecordsAccess('event-list', ({ items }: EventsPageDto) => items.map(({ customer }) => customer?.id))
  @ApiOkResponse({ type: EventsPageDto })
  listEvents(@Query() query: EventsQuery, @CurrentUser() me: AuthenticatedUser): Promise<EventsPageDto> {
    return this.history.page(query, me);
  }

  @Get('events.csv')
  @RecordsExport('event-export')
  @FreshFactor()
  @ApiFile('text/csv')
  exportEventsCsv(@Query() query: EventFilterQuery): Promise<StreamableFile> {
    return this.exports.csv(query);
  }

  @Get('events.ndjson')
  @RecordsExport('event-export')
  @FreshFactor()
  @ApiFile('application/x-ndjson')
  exportEventsNdjson(@Query() query: EventFilterQuery): Promise<StreamableFile> {
    return this.exports.ndjson(query);
  }

  @Get('events/:position')
  @RecordsAccess('event', ({ customer, correlated }: EventDetailDto) =>
    [{ customer }, ...correlated].map((event) => event.customer?.id),
  )
  @ApiOkResponse({ type: EventDetailDto })
  getEvent(
    @Param('position', PositionPipe) position: number,
    @CurrentUser() me: AuthenticatedUser,
  ): Promise<EventDetailDto> {
    return this.history.detail(position, me);
  }

  @Get('accounts/:account/balance')
  @RecordsAccess('balance', ({ customer }: BalanceAtDto) => [customer?.id])
  @ApiOkResponse({ type: BalanceAtDto })
  getBalanceAt(
    @Param('account') account: string,
    @Query() query: BalanceQuery,
    @CurrentUser() me: AuthenticatedUser,
  ): Promise<BalanceAtDto> {
    return this.balances.get(account, query, me);
  }

  @Get('people')
  @RecordsAccess('people-search', (people: PersonDto[]) => people.map(({ id }) => id))
  @ApiOkResponse({ type: [PersonDto] })
  findPeople(@Query() { search }: PeopleQuery, @CurrentUser() me: AuthenticatedUser): Promise<PersonDto[]> {
    return this.people.search(search, me);
  }

  @Get('chain')
  @RecordsAccess('chain-status', ({ quarantined }: ChainStatusDto) =>
    quarantined.map(({ accountId }) => accountId),
  )
  @ApiOkResponse({ type: ChainStatusDto })
  getChainStatus(@CurrentUser() me: AuthenticatedUser): Promise<ChainStatusDto> {
    return this.chain.get(me);
  }

  @Post('verifications')
  @ForAdmins('events:verify')
  @HttpCode(200)
  @ApiOkResponse({ type: ChainStatusDto })
  verifyChain(@CurrentUser() me: AuthenticatedUser): Promise<ChainStatusDto> {
    return this.chain.requestVerification(me);
  }
}
