import { Injectable } from '@nestjs/common';
import { systemAccountName } from '../../ledger/domain/accounts.js';
import {
  type EventContext,
  type EventDetailEntry,
  LedgerEvents,
} from '../../ledger/queries/ledger-events.service.js';
import { AppError } from '../../http/app-error.js';
import { DEFAULT_PAGE_SIZE } from '../../http/page.js';
import { EventFiltersService } from './event-filters.service.js';
import {
  DELETED_NAME,
  type EventDetailDto,
  type EventEntryDto,
  type EventsPageDto,
  type EventsQuery,
  type PersonDto,
} from './event-history.dto.js';
import { EventViewsService } from './event-views.service.js';
import { PeopleService, type Viewer } from './people.service.js';

const MAX_CORRELATED = 20;

/** Searches the log for admins and returns single events with their context (HIST-1, HIST-3). */
@Injectable()
export class EventHistoryService {
  constructor(
    private readonly events: LedgerEvents,
    private readonly filters: EventFiltersService,
    private readonly views: EventViewsService,
    private readonly people: PeopleService,
  ) {}

  /** Returns one page, newest first. The cursor is a position, so new events do not shift pages. */
  async page(
    { cursor, limit = DEFAULT_PAGE_SIZE, ...query }: EventsQuery,
    viewer: Viewer,
  ): Promise<EventsPageDto> {
    const filter = this.filters.toFilter(query);
    const before = cursor === undefined ? undefined : Number(cursor);
    const { total, ...found } = await this.events.search(filter, this.filters.toPeriod(query), {
      before,
      limit,
    });
    return {
      items: await this.views.toDtos(found.events, viewer),
      nextCursor: found.before === null ? null : String(found.before),
      ...(total === null ? {} : { total }),
    };
  }

  /** @throws AppError NOT_FOUND the log does not have this position */
  async detail(position: number, viewer: Viewer): Promise<EventDetailDto> {
    const found = await this.events.find(position, MAX_CORRELATED);
    if (found === null) throw new AppError('NOT_FOUND');
    const [views, names] = await Promise.all([
      this.views.toDtos([found.event, ...found.correlated], viewer),
      this.people.findByIds(customersIn(found.entries), viewer),
    ]);
    const [view, ...correlated] = views;
    if (view === undefined) throw new Error('the event was not converted');
    return {
      ...detailFields(found),
      ...view,
      entries: found.entries.map((entry) => toEntryDto(entry, names)),
      correlated,
    };
  }
}

function customersIn(entries: readonly EventDetailEntry[]): string[] {
  return entries.filter(({ name }) => name === null).map(({ accountId }) => accountId);
}

function detailFields({ event, lastPosition, ...detail }: EventContext) {
  const { position } = event;
  return {
    ...event,
    ...detail,
    hash: event.hash.toString('hex'),
    previousHash: detail.previousHash?.toString('hex') ?? null,
    previousInLog: position > 1 ? position - 1 : null,
    nextInLog: position < lastPosition ? position + 1 : null,
  };
}

function toEntryDto(entry: EventDetailEntry, names: ReadonlyMap<string, PersonDto>): EventEntryDto {
  return { ...entry, name: accountTitle(entry.accountId, names), isBankAccount: entry.name !== null };
}

/** Returns an account's title: a system account's name, capitalized, or the customer's name. */
export function accountTitle(accountId: string, names: ReadonlyMap<string, PersonDto>): string {
  const system = systemAccountName(accountId);
  if (system !== null) return system.charAt(0).toUpperCase() + system.slice(1);
  return names.get(accountId)?.name ?? DELETED_NAME;
}
